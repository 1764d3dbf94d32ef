import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of Rundeck about the execution of a job. It is not graded. */
export const rundeck: Product = {
  id: 'rundeck',
  name: 'Rundeck',
  source:
    'https://docs.rundeck.com/docs/manual/notifications/webhooks.html; zulip/zulip, zerver/webhooks/rundeck/fixtures',
  forms: [
    [
      has('trigger'),
      has('executionId'),
      has('execution.project'),
      hasOneOf('execution.job.name', 'execution.href'),
    ],
  ],
  title: ['{execution.job.name} of {execution.project}: {trigger}', '{execution.project}: {trigger}'],
  description: ['execution.description'],
  severity: [],
  time: ['execution.date-ended.date', 'execution.date-started.date'],
  systems: ['execution.project'],
  identity: {
    of: hashOf('execution.serverUUID', 'execution.project', 'execution.id', 'executionId', 'trigger'),
    // Servers that jobs are copied between share their ids.
    closes: hashOfSubject('execution.job.id', 'execution.project', 'execution.job.href'),
    why: 'The id is not unique: an execution has notifications of its start, its duration and its end. Identity: server, project, execution and trigger. A later success finds its alert by the job and its address, which names the server.',
  },
  state: [when('trigger', ['start'], 'informational'), when('trigger', ['success'], 'passed')],
}
