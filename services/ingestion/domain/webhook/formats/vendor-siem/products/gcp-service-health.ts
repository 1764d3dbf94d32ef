import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An event of Personalized Service Health of Google Cloud, as an entry of Cloud Logging. */
export const gcpServiceHealth: Product = {
  id: 'gcp_service_health',
  name: 'Google Cloud Service Health',
  source: 'https://cloud.google.com/service-health/docs/logging',
  forms: [
    [
      like('logName', /\/logs\/servicehealth\.googleapis\.com/, '…/logs/servicehealth.googleapis.com…'),
      ...[has('jsonPayload.title'), hasOneOf('jsonPayload.state', 'jsonPayload.detailedState')],
    ],
  ],
  title: ['jsonPayload.title'],
  description: ['jsonPayload.description', 'jsonPayload.symptom'],
  severity: [],
  time: ['jsonPayload.startTime', 'timestamp'],
  systems: ['jsonPayload.impactedProducts', 'jsonPayload.impactedLocations'],
  identity: {
    of: idAnd('resource.labels.event_id', 'resource.labels.resource_container', 'jsonPayload.startTime'),
    why: 'The id is not unique: it is that of Google’s event, which projects share. Identity: id, project and the start. Updates and the end repeat them.',
  },
  state: [
    when('jsonPayload.detailedState', ['RESOLVED', 'FALSE_POSITIVE', 'MERGED', 'AUTO_CLOSED'], 'resolved'),
    status('jsonPayload.state'),
    when('jsonPayload.relevance', ['NOT_IMPACTED'], 'informational'),
  ],
}
