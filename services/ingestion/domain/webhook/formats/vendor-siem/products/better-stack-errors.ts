import { idAnd, wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of an error that Better Stack tracks. It is not graded. */
export const betterStackErrors: Product = {
  id: 'better_stack_errors',
  name: 'Better Stack',
  source: 'https://betterstack.com/docs/errors/integrations/outgoing-webhooks/',
  forms: [
    [
      is('data.type', 'error'),
      has('data.id'),
      has('data.attributes.event'),
      has('data.attributes.application_name'),
    ],
  ],
  title: ['{data.attributes.error_type}: {data.attributes.error_message}', 'data.attributes.error_message'],
  titleStandIn: ['Error in {data.attributes.application_name}'],
  description: ['data.attributes.call_site_function', 'data.attributes.error_url'],
  severity: [],
  time: ['data.attributes.last_seen_at', 'data.attributes.first_seen_at'],
  systems: ['data.attributes.application_name'],
  identity: {
    of: wholeAlert,
    closes: idAnd('data.id', 'data.attributes.application_id'),
    why: 'The id is not unique: it is the error’s, and an error comes back. Identity: the whole event. The resolution finds its alert by the error.',
  },
  state: [
    when('data.attributes.event', ['resolved'], 'resolved'),
    when('data.attributes.event', ['ignored'], 'suppressed'),
  ],
}
