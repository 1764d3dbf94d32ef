import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An incident of NetWitness Respond. */
export const netWitness: Product = {
  id: 'netwitness',
  name: 'NetWitness',
  source:
    'chronicle/content-hub, content/response_integrations/google/rsa_net_witness_platform, "Update Incident"',
  forms: [[like('id', /^INC-[0-9]{1,12}$/, 'INC-…'), has('title'), has('riskScore'), has('alertCount')]],
  title: ['title'],
  description: ['summary', 'createdBy'],
  severity: [word('priority')],
  time: ['created', 'firstAlertTime'],
  systems: ['alertMeta.DestinationIp', 'alertMeta.SourceIp'],
  identity: {
    of: idAnd('id', 'created'),
    why: 'The id is not unique: each installation counts its own numbers. Identity: id and the time of creation (milliseconds). A change of its status repeats both.',
  },
  state: [when('status', ['RemediationComplete'], 'resolved'), status('status')],
}
