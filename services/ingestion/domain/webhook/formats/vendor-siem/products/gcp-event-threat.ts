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
    why: 'The id is not unique: insertId is unique only within its log, and exports can leave it out. Identity: the whole entry, which never changes.',
  },
}
