import { id } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { hasOneOf, like } from './recognition.ts'
import { status, when } from './state.ts'

const CREATED = 'public_incident.incident_created_v2'
const UPDATED = 'public_incident.incident_updated_v2'
const MOVED = 'public_incident.incident_status_updated_v2.incident'
const of = (path: string): string[] => [CREATED, UPDATED, MOVED].map((incident) => `${incident}.${path}`)

/** A public incident of incident.io. Of a private one its webhooks tell the id alone. */
export const incidentIo: Product = {
  id: 'incident_io',
  name: 'incident.io',
  source:
    'https://docs.incident.io/openapi/webhooks.json; status categories: https://api-docs.incident.io/, incidents, "By status category"',
  forms: [
    [
      like('event_type', /^public_incident\.incident_/, 'public_incident.incident_created_v2, …'),
      hasOneOf(...of('id')),
      hasOneOf(...of('name')),
    ],
  ],
  title: of('name'),
  description: [...of('summary'), ...of('permalink')],
  severity: [word(...of('severity.name'))],
  time: of('created_at'),
  identity: {
    of: id(...of('id')),
    why: 'Not shared: a ULID for each incident; its updates and changes of status repeat it, while the reference (INC-123) is counted by each organization.',
  },
  state: [
    ...of('incident_status.category').flatMap((category) => [
      status(category),
      when(category, ['learning'], 'resolved'),
      when(category, ['declined', 'merged'], 'closed'),
    ]),
    ...of('mode').map((mode) => when(mode, ['test', 'tutorial'], 'informational')),
  ],
}
