import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/** An incident of Google Cloud Monitoring, from its webhook and Pub/Sub notification channels. */
export const gcpMonitoring: Product = {
  id: 'gcp_monitoring',
  name: 'Google Cloud Monitoring',
  source: 'https://cloud.google.com/monitoring/support/notification-options#webhooks',
  forms: [
    [
      ...[has('incident.incident_id'), has('incident.policy_name'), has('incident.state')],
      hasOneOf('incident.condition_name', 'incident.condition', 'incident.scoping_project_id'),
    ],
  ],
  title: ['{incident.policy_name}: {incident.condition_name}', 'incident.policy_name'],
  description: ['incident.summary', 'incident.documentation.content'],
  severity: [word('incident.severity', 'incident.metadata.system_labels.severity')],
  time: ['incident.started_at'],
  systems: ['incident.resource_display_name', 'incident.resource_name'],
  identity: {
    of: id('incident.incident_id'),
    why: "The id is unique: 'the system-generated ID for the incident' (notification options). The closure repeats it.",
  },
  // The test button sends the state of an incident.
  state: [rule(when('version', ['test'], 'informational').read), status('incident.state')],
}
