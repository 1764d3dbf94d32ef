import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** A finding of Google Cloud's Event Threat Detection, as exported by Cloud Logging. */
export const gcpEventThreat: Product = {
  id: 'gcp_event_threat_detection',
  name: 'Google Cloud Event Threat Detection',
  source:
    'GoogleCloudPlatform/security-response-automation, cloudfunctions/router/testdata/bad_ip.json; https://cloud.google.com/security-command-center/docs/how-to-use-event-threat-detection',
  forms: [
    [
      like('logName', /threatdetection\.googleapis\.com/, 'of threatdetection'),
      has('jsonPayload.detectionCategory'),
    ],
  ],
  title: [
    '{jsonPayload.detectionCategory.technique}: {jsonPayload.detectionCategory.ruleName}',
    'jsonPayload.detectionCategory.ruleName',
  ],
  titleStandIn: ['jsonPayload.detectionCategory.technique', 'logName'],
  description: ['jsonPayload.detectionCategory.indicator', 'jsonPayload.properties.instanceDetails'],
  severity: [word('jsonPayload.detectionPriority', 'severity')],
  time: ['jsonPayload.eventTime', 'timestamp', 'receiveTimestamp'],
  systems: ['jsonPayload.properties.instanceDetails', 'jsonPayload.affectedResources.gcpResourceName'],
  identity: {
    of: wholeAlert,
    why: 'A log entry has an id of its log only (insertId), which exports can leave out: the whole entry is its identity, and never changes.',
  },
}
