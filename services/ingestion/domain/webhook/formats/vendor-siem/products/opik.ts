import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Opik on the traces of an AI application, on its guardrails, or on its prompts. It is not graded. */
export const opik: Product = {
  id: 'opik',
  name: 'Opik',
  source:
    'https://www.comet.com/docs/opik/production/alerts; comet-ml/opik, fern/docs/production/alerts.mdx, "Webhook payload structure"',
  forms: [
    [
      ...[has('id'), has('alertId'), has('alertName'), has('workspaceId')],
      like('payload.eventType', /^(?:trace|trace_thread|prompt|experiment):/, 'trace:errors, …'),
      hasOneOf('payload.eventIds', 'payload.eventCount'),
    ],
  ],
  title: ['alertName'],
  description: ['payload.message'],
  severity: [],
  time: ['createdAt'],
  systems: ['payload.metadata.project_names', 'payload.metadata.project_name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: the identifier of the webhook event, by which the documentation tells duplicates. The id of the alert is that of the rule.',
  },
  state: [
    when(
      'payload.eventType',
      ['prompt:created', 'prompt:committed', 'prompt:deleted', 'experiment:finished'],
      'informational',
    ),
  ],
}
