import { valueAt, valuesAt } from '../../../fields.ts'
import { id } from '../identity.ts'
import { codes, type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, is, like } from '../recognition.ts'
import { status, when } from '../state.ts'

const CREATED = 'public_incident.incident_created_v2'
const UPDATED = 'public_incident.incident_updated_v2'
const MOVED = 'public_incident.incident_status_updated_v2.incident'
const of = (path: string): string[] => [CREATED, UPDATED, MOVED].map((incident) => `${incident}.${path}`)
const FIRED = 'public_alert.alert_created_v1'
const ENDED = 'public_alert.alert_resolved_v1'
const ofAlert = (path: string): string[] => [FIRED, ENDED].map((alert) => `${alert}.${path}`)

/** A public incident or alert of incident.io. Its webhooks give only the id of a private one. */
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
    [
      is('event_type', FIRED, ENDED),
      ...[hasOneOf(...ofAlert('id')), hasOneOf(...ofAlert('title')), hasOneOf(...ofAlert('status'))],
    ],
  ],
  title: [...of('name'), ...ofAlert('title')],
  description: [...of('summary'), ...of('permalink'), ...ofAlert('description'), ...ofAlert('source_url')],
  severity: [word(...of('severity.name')), priority],
  time: [...of('created_at'), ...ofAlert('created_at'), ...ofAlert('updated_at')],
  identity: {
    of: id(...of('id'), ...ofAlert('id')),
    why: 'The id is unique: a ULID for each incident and alert. Updates and changes of the status repeat it. The reference (INC-123) is not: each organization counts its own.',
  },
  state: [
    ...of('incident_status.category').flatMap((category) => [
      status(category),
      when(category, ['learning'], 'resolved'),
      when(category, ['declined', 'merged'], 'closed'),
    ]),
    ...ofAlert('status').map((path) => status(path)),
    when('event_type', [ENDED], 'resolved'),
    ...of('mode').map((mode) => when(mode, ['test', 'tutorial'], 'informational')),
  ],
}

/** Organizations name the priorities of their alerts themselves. The usual words and P1 to P5 are read. */
function priority(alert: unknown): Level | null {
  const attribute = ofAlert('attributes')
    .flatMap((path) => valuesAt(alert, path))
    .find((one) => valueAt(one, 'attribute.type') === 'AlertPriority')
  return word('value.label')(attribute) ?? codes('value.label', PRIORITIES)(attribute)
}

const PRIORITIES = { p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'low' } as const
