import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOfSubject, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** A check of Freshping (formerly Insping) that fails or works again. */
export const freshping: Product = {
  id: 'freshping',
  name: 'Freshping',
  source: 'zulip/zulip, zerver/webhooks/freshping/fixtures',
  forms: [
    [
      has('webhook_event_data.check_state_name'),
      has('webhook_event_data.check_name'),
      has('webhook_event_data.check_id'),
    ],
  ],
  title: ['{webhook_event_data.check_name}: {webhook_event_data.check_state_name}'],
  description: [
    'HTTP {webhook_event_data.http_status_code} of {webhook_event_data.request_url}',
    'webhook_event_data.request_url',
  ],
  severity: [],
  time: ['webhook_event_data.request_start_time', 'webhook_event_created_on'],
  systems: ['webhook_event_data.request_url'],
  identity: {
    of: idAnd(
      'webhook_event_id',
      'organization_id',
      'webhook_event_data.check_id',
      'webhook_event_data.request_start_time',
    ),
    closes: hashOfSubject('webhook_event_data.check_id', 'organization_id'),
    why: 'The id is unique: a number for each event. Identity: number, organization, check and time. The event that the check works again has another number: it finds its alert by the check.',
  },
  state: [
    rule(ofTest),
    when('webhook_event_data.check_state_name', ['Available'], 'resolved'),
    when('webhook_event_data.check_state_name', ['Paused'], 'informational'),
  ],
}

/** The test of a webhook is about a check that nobody has. */
function ofTest(event: unknown): State | null {
  const [check, application] = ['check_id', 'application_name'].map((name) =>
    plainText(valueAt(event, `webhook_event_data.${name}`)),
  )
  return check === '1' && application === 'Webhook test' ? 'informational' : null
}
