import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of a detector of Splunk Observability Cloud (SignalFx). */
export const splunkObservability: Product = {
  id: 'splunk_observability',
  name: 'Splunk Observability Cloud',
  source:
    'https://docs.splunk.com/observability/admin/notif-services/webhook.html; keephq/keep, keep/providers/signalfx_provider/alerts_mock.py',
  forms: [
    [
      has('incidentId'),
      hasOneOf('detectorUrl', 'detectorId'),
      hasOneOf('statusExtended', 'status'),
      has('severity'),
      // An alert of Defender for Endpoint has all of these fields too, and shares its incidentId with others.
      hasOneOf('detectorUrl', 'detector', 'sf_schema', 'messageTitle', 'originatingMetric'),
    ],
  ],
  title: ['messageTitle', 'rule', 'detector'],
  titleStandIn: ['messageBody', 'description', 'inputs.messageTitle'],
  description: ['messageBody', 'description'],
  severity: [word('severity')],
  time: ['timestamp', 'timestampISO8601'],
  identity: {
    of: id('incidentId'),
    why: "The id is unique: 'the ID of the incident'. Its clearing repeats it.",
  },
  state: [
    status('statusExtended', 'status'),
    // The condition sets ok and anomalous; people set these.
    ...['statusExtended', 'status'].map((path) => when(path, ['manually resolved', 'stopped'], 'resolved')),
    status('eventStatus'),
  ],
}
