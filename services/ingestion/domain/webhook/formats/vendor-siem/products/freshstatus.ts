import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State, status } from '../state.ts'

/** An incident or a maintenance on a status page of Freshstatus. */
export const freshstatus: Product = {
  id: 'freshstatus',
  name: 'Freshstatus',
  source: 'zulip/zulip, zerver/webhooks/freshstatus/fixtures',
  forms: [
    [
      like('event_data.event_type', /^(?:INCIDENT|MAINTENANCE)_/, 'INCIDENT_… or MAINTENANCE_…'),
      ...[has('event_data.account_id'), has('event_data.event_id'), has('title')],
    ],
  ],
  title: ['title'],
  description: ['message', 'description'],
  severity: [],
  time: ['start_time', 'event_data.event_created_on'],
  systems: ['affected_services'],
  identity: {
    // A note has its own id in addition to that of its incident.
    of: idAnd(['incident_id', 'id'], 'event_data.account_id'),
    why: 'The id is not unique across accounts: the incidents are numbered. Identity: number and account. Notes and the end repeat both.',
  },
  state: [rule(ofKind), status('incident_status', 'status'), rule(ofTest)],
}

function ofKind(event: unknown): State | null {
  return /^MAINTENANCE_/i.test(plainText(valueAt(event, 'event_data.event_type'))) ? 'informational' : null
}

/** The body of a webhook test. */
function ofTest(event: unknown): State | null {
  const [number, title, description] = ['id', 'title', 'description'].map((path) =>
    plainText(valueAt(event, path)),
  )
  const isSample = title === 'Sample title' && description === 'Sample description'
  return number === '1' && isSample ? 'informational' : null
}
