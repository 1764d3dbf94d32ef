import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of Databricks about a run of a job or a task. It is not graded. */
export const databricksJob: Product = {
  id: 'databricks_job',
  name: 'Databricks Jobs',
  source: 'https://docs.databricks.com/jobs/notifications.html',
  forms: [
    [
      like('event_type', /^jobs\.on_/, 'jobs.on_…'),
      has('workspace_id'),
      has('run.run_id'),
      has('job.job_id'),
    ],
  ],
  title: ['{job.name}: {task.task_key}: {event_type}', '{job.name}: {event_type}'],
  titleStandIn: ['Databricks job {job.job_id}: {event_type}'],
  description: [],
  severity: [],
  time: [],
  identity: {
    of: hashOf('workspace_id', 'run.run_id', 'task.task_key', 'event_type'),
    closes: hashOfSubject('job.job_id', 'workspace_id', 'task.task_key'),
    why: 'An alert has no id. Identity: workspace, run, task and what happened. A later success finds its alert by job and task.',
  },
  state: [
    when('event_type', ['jobs.on_start'], 'informational'),
    when('event_type', ['jobs.on_success'], 'passed'),
  ],
}
