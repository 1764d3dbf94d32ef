import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { when } from '../state.ts'

/** The run of a dbt job, as the webhook reports it. It is not graded. */
export const dbt: Product = {
  id: 'dbt',
  name: 'dbt',
  source: 'https://docs.getdbt.com/docs/deploy/webhooks',
  forms: [
    [like('eventType', /^job\.run\./, 'job.run.…'), has('data.runId'), has('data.jobId'), has('accountId')],
  ],
  title: ['{data.runStatus}: {data.jobName} of {data.projectName}', '{data.runStatus}: {data.jobName}'],
  titleStandIn: ['dbt run {data.runId}'],
  description: ['data.runStatusMessage', 'data.runReason'],
  severity: [],
  time: ['data.runErroredAt', 'data.runFinishedAt', 'data.runStartedAt', 'timestamp'],
  systems: ['data.projectName', 'data.environmentName'],
  identity: {
    of: hashOf('accountId', 'data.runId', 'data.runStatus'),
    why: 'The id is not unique: it is the run’s, and a run has notifications of its start, its error and its end. Identity: account, run and status. A run that failed is one alert, whether its error or its end reports it.',
  },
  state: [
    when('data.runStatus', ['Success', 'Cancelled', 'Running', 'Queued', 'Starting'], 'informational'),
    when('eventType', ['job.run.started'], 'informational'),
  ],
}
