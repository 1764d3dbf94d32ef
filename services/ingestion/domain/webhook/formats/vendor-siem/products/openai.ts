import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { when } from '../state.ts'

/** Events that tell that work stopped before its end. Runs that a person cancelled are not among them. */
const FAILED = [
  ...['response.failed', 'response.incomplete', 'batch.failed', 'batch.expired'],
  ...['fine_tuning.job.failed', 'eval.run.failed'],
]
const OTHER = [
  ...['response.completed', 'response.cancelled', 'batch.completed', 'batch.cancelled'],
  ...['fine_tuning.job.succeeded', 'fine_tuning.job.cancelled', 'eval.run.succeeded', 'eval.run.canceled'],
  ...['realtime.call.incoming', 'live.call.incoming', 'live.transport.incoming'],
]

/** An event of the webhooks of OpenAI: a response, a batch, a fine-tuning job or a run of an evaluation. It is not graded. */
export const openAi: Product = {
  id: 'openai',
  name: 'OpenAI',
  source: 'https://developers.openai.com/api/reference/resources/webhooks, "Webhook Events"',
  forms: [
    [
      is('type', ...FAILED, ...OTHER),
      like('id', /^evt_/, 'evt_…'),
      has('created_at'),
      hasOneOf('data.id', 'data.call_id', 'data.session_id'),
    ],
  ],
  title: [{ path: 'type', of: (event) => `${words(event)}: ${plainText(valueAt(event, ...SUBJECTS))}` }],
  severity: [],
  time: ['created_at'],
  identity: {
    of: id('id'),
    why: 'The id is unique: one for each event. A retry repeats it. A failure has no end: what succeeds later has another id.',
  },
  state: [when('type', OTHER, 'informational')],
}

const SUBJECTS = ['data.id', 'data.call_id', 'data.session_id']

/** `fine_tuning.job.failed` becomes `Fine tuning job failed`. */
function words(event: unknown): string {
  const text = plainText(valueAt(event, 'type')).replaceAll(/[._]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
