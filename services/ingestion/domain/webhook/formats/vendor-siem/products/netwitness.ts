import { valueAt } from '../../../fields.ts'
import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An incident or an alert of NetWitness Respond, as its API gives it. An alert has a risk score, whose bands are settings: it is not graded. */
export const netWitness: Product = {
  id: 'netwitness',
  name: 'NetWitness',
  source:
    'chronicle/content-hub, content/response_integrations/google/rsa_net_witness_platform, "Update Incident"; demisto/content, Packs/RSANetWitness_v11_1/Integrations/RSANetWitnessv115/test_data',
  forms: [
    [like('id', /^INC-[0-9]{1,12}$/, 'INC-…'), has('title'), has('riskScore'), has('alertCount')],
    [
      ...[numeric('riskScore'), has('id'), has('title'), has('created'), has('type'), has('source')],
      hasOneOf('events.eventSourceId', 'events.source.device', 'events.destination.device'),
    ],
    [has('_id'), has('incidentId'), has('alert.name'), numeric('alert.riskScore'), has('alert.timestamp')],
  ],
  title: ['title', 'alert.name'],
  description: ['summary', 'createdBy', 'detail', '{source}: {type}', '{alert.source}: {alert.type}'],
  severity: [word('priority')],
  time: ['created', 'firstAlertTime', 'alert.timestamp'],
  systems: [
    ...['alertMeta.DestinationIp', 'alertMeta.SourceIp'],
    ...['events.destination.device.ipAddress', 'events.source.device.ipAddress'],
  ],
  identity: {
    of: (alert) => (valueAt(alert, 'alert.timestamp') === undefined ? ofItem(alert) : ofRecord(alert)),
    why: 'The id is not unique: each installation counts its own numbers. Identity: id and the time of creation (milliseconds). A change of its status repeats both. An alert: id and its time.',
  },
  state: [when('status', ['RemediationComplete'], 'resolved'), status('status')],
}

const ofItem = idAnd('id', 'created')
const ofRecord = idAnd('_id', 'alert.timestamp')
