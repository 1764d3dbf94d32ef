import { valueAt } from '../../../fields.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/**
 * A result of a saved search of SolarWinds Papertrail, or that it found nothing for a time. The search is the alert, not the
 * lines that it found.
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
    of: (alert) => (valueAt(alert, 'max_id') === undefined ? null : ofLines(alert)),
    why: 'Shared: the id is the search’s. The search and the lines that it found are one notification’s; that it found none has nothing but the very delivery.',
  },
}

const ofLines = hashOf('saved_search.id', 'max_id', 'min_id')
