import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of Airbyte about a sync that failed or succeeded. It is not graded. */
export const airbyte: Product = {
  id: 'airbyte',
  name: 'Airbyte',
  source:
    'https://docs.airbyte.com/platform/cloud/managing-airbyte-cloud/manage-airbyte-cloud-notifications; zulip/zulip, zerver/webhooks/airbyte/fixtures',
  forms: [[has('data.connection.id'), has('data.jobId'), has('data.success')]],
  title: [
    '{data.connection.name}: {data.errorMessage}',
    '{data.connection.name}: sync of {data.source.name}',
  ],
  titleStandIn: ['{data.connection.name}: job {data.jobId}', 'Airbyte: job {data.jobId}'],
  description: ['data.errorMessage'],
  severity: [],
  time: ['data.finishedAt', 'data.startedAt'],
  systems: ['data.destination.name', 'data.source.name'],
  identity: {
    of: hashOf('data.workspace.id', 'data.connection.id', 'data.jobId', 'data.success'),
    closes: hashOfSubject('data.connection.id', 'data.workspace.id'),
    why: 'An alert has no id. Identity: workspace, connection, job and its outcome. A later success finds its alert by the connection.',
  },
  state: [when('data.success', [true], 'passed')],
}
