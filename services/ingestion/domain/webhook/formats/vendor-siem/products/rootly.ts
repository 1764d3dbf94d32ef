import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An incident or alert of Rootly. */
export const rootly: Product = {
  id: 'rootly',
  name: 'Rootly',
  source:
    'https://docs.rootly.com/configuration/event-payloads; kinds: https://docs.rootly.com/configuration/incident-kind; severities: rootlyhq/terraform-provider-rootly, rootly_severity',
  forms: [
    [
      like('event.type', /^(?:incident|alert)\./, 'incident.created, alert.created, …'),
      ...[has('event.issued_at'), has('data.id'), has('data.started_at')],
      hasOneOf('data.title', 'data.summary'),
      hasOneOf('data.sequential_id', 'data.slug', 'data.source'),
    ],
  ],
  title: ['data.title', 'data.summary'],
  description: ['data.summary', 'data.url', 'data.external_url'],
  severity: [word('data.severity.severity', 'data.severity.name')],
  time: ['data.started_at', 'data.created_at'],
  systems: ['data.services.name'],
  identity: {
    of: id('data.id'),
    why: 'The id is unique: a UUID for each incident or alert. Its later events repeat it. event.id is that of the event.',
  },
  state: [
    status('data.status'),
    when('event.type', ['incident.resolved', 'alert.resolved'], 'resolved'),
    when('event.type', ['incident.cancelled', 'incident.deleted', 'alert.deleted'], 'closed'),
    when(
      'data.kind',
      ['scheduled', 'scheduled_sub', 'test', 'test_sub', 'example', 'example_sub'],
      'informational',
    ),
  ],
}
