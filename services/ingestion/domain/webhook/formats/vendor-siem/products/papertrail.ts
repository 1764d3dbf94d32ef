import { hashOf, requiring } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/**
 * A result of a saved search of SolarWinds Papertrail, or a notice that it found nothing for a time. The alert is the search,
 * not the lines that it found.
 */
export const papertrail: Product = {
  id: 'papertrail',
  name: 'SolarWinds Papertrail',
  source: 'zulip/zulip, zerver/webhooks/papertrail/fixtures/short_post.json',
  forms: [
    [
      has('saved_search.name'),
      has('saved_search.id'),
      hasOneOf('saved_search.html_search_url', 'saved_search.html_edit_url'),
    ],
  ],
  title: ['saved_search.name'],
  titleStandIn: ['Papertrail: {saved_search.query}'],
  description: ['events.message', 'saved_search.query'],
  severity: [],
  time: ['events.received_at', 'events.display_received_at'],
  systems: ['events.hostname', 'events.source_name'],
  identity: {
    of: requiring(['max_id'], hashOf('saved_search.id', 'max_id', 'min_id')),
    why: 'The id is not unique: it is that of the search. Identity: the search and the lines that it found. Where it found none, only the very delivery identifies the notification.',
  },
}
