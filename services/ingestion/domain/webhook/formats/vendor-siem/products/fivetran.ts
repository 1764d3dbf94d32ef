import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event about the sync of a connection of Fivetran. Only a sync that failed is an alert. It is not graded. */
export const fivetran: Product = {
  id: 'fivetran',
  name: 'Fivetran',
  source:
    'https://fivetran.com/docs/rest-api/webhooks; https://hexdocs.pm/fivetrex/Fivetrex.Models.WebhookEvent.html; https://fivetran.com/docs/rest-api/troubleshooting/sync-id-field-required-error',
  // The test, without which Fivetran makes no webhook, has no sync.
  forms: [[is('event', 'sync_start', 'sync_end', 'test_event'), has('connector_id'), has('connector_type')]],
  title: [
    'Sync of {connector_name}: {data.status}',
    'Sync of {connector_id} ({connector_type}): {data.status}',
    '{event} of {connector_id} ({connector_type})',
  ],
  description: ['data.reason'],
  severity: [],
  time: ['created'],
  systems: ['connector_name', 'connector_id'],
  identity: {
    of: hashOf('connector_id', 'sync_id', 'event', 'created'),
    closes: hashOfSubject('connector_id'),
    why: 'An event has no id. Identity: connection, sync, kind and time. A later sync that succeeds finds its alert by the connection, whose id is unique.',
  },
  state: [
    when('event', ['sync_start', 'test_event'], 'informational'),
    when('data.status', ['SUCCESSFUL'], 'passed'),
    when('data.status', ['RESCHEDULED', 'CANCELED', 'CANCELLED'], 'informational'),
  ],
}
