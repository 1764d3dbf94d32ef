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
    why: 'Shared by installations: a number that each counts. The time it was created (milliseconds) is added; a change of its status keeps both.',
  },
  state: [when('status', ['RemediationComplete'], 'resolved'), status('status')],
}
