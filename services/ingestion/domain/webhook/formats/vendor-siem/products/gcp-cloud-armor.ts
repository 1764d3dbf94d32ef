import { idAnd } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An alert of Adaptive Protection in Google Cloud Armor, as an entry of Cloud Logging: a potential attack. */
export const gcpCloudArmor: Product = {
  id: 'gcp_cloud_armor',
  name: 'Google Cloud Armor',
  source: 'https://cloud.google.com/armor/docs/adaptive-protection-overview',
  forms: [
    [
      is('resource.type', 'network_security_policy'),
      has('jsonPayload.alertId'),
      has('jsonPayload.backendService'),
    ],
  ],
  title: [
    'Potential attack on {jsonPayload.backendService} ({resource.labels.policy_name})',
    'Potential attack on {jsonPayload.backendService}',
  ],
  severity: [scale('jsonPayload.confidence', { medium: 0, high: 0.5 })],
  time: ['timestamp', 'receiveTimestamp'],
  systems: ['jsonPayload.backendService'],
  identity: {
    of: idAnd('jsonPayload.alertId', 'resource.labels.project_id', 'resource.labels.policy_name'),
    why: 'It is not documented whether the id is unique across projects: it is a number. Identity: number, project and policy. Later entries about the attack repeat them.',
  },
}
