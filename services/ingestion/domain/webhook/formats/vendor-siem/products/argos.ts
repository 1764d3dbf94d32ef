import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'
import { classTitle } from './class-words.ts'

/** A detection of ARGOS Cloud Security about a resource of a cloud. It is not graded. */
export const argos: Product = {
  id: 'argos',
  name: 'ARGOS Cloud Security',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/ARGOS_CL.json',
  forms: [[has('ruleId'), has('ruleServiceId'), has('exploitable'), has('customerId'), has('status')]],
  title: ['{ruleId}: {name}'],
  titleStandIn: [classTitle('ARGOS', 'ruleId')],
  description: ['url', 'type'],
  severity: [],
  time: ['TimeGenerated'],
  systems: ['name', 'ResourceId'],
  identity: {
    of: idAnd('id', 'customerId', 'connectionId', 'inventoryId'),
    why: 'The id is not unique: it is name and rule, which subscriptions share. Identity: id, customer, connection and resource. A change of the status keeps them. A detection that is opened again is the same detection.',
  },
  state: [status('status')],
}
