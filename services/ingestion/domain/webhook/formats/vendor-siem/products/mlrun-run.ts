import { valueAt, valuesAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule } from '../state.ts'

/**
 * A notification of MLRun about one run or the runs of a workflow. Runs that failed or were aborted are alerts; a run that starts or
 * is complete is information. The severity of the notification is that of its setting, not of what happened.
 */
export const mlrunRun: Product = {
  id: 'mlrun_run',
  name: 'MLRun',
  source:
    'mlrun/mlrun, mlrun/utils/notifications/notification/webhook.py and mlrun/common/runtimes/constants.py; https://docs.mlrun.org/en/latest/concepts/notifications.html',
  forms: [
    [
      ...[has('message'), has('runs.metadata.uid'), has('runs.metadata.project'), has('runs.status.state')],
      is('severity', 'info', 'debug', 'warning', 'error'),
    ],
  ],
  title: [{ path: 'message', of: titleOf }],
  description: [(alert) => valueAt(failedRun(alert), 'status.error', 'status.reason')],
  severity: [],
  time: [(alert) => valueAt(runOf(alert), 'status.end_time', 'status.last_update', 'status.start_time')],
  systems: ['runs.metadata.name'],
  identity: {
    of: hashOf(...['uid', 'iteration', 'project'].map((key) => `runs.metadata.${key}`), 'runs.status.state'),
    why: 'The id is not unique: it is the run’s, and a run has notifications of its start, its error and its end. Identity: uid, iteration and project of the runs, and their states. A run that failed has no end: a later run that succeeds has another uid.',
  },
  state: [rule((alert) => (needsNone(alert) ? 'informational' : null), 'runs.status.state')],
}

/** Whether no run failed. A run whose state cannot be read may have failed. */
function needsNone(alert: unknown): boolean {
  const states = valuesAt(alert, 'runs').map((run) => plainText(valueAt(run, 'status.state')))
  return failedRun(alert) === undefined && states.every((state) => state !== '')
}

function titleOf(alert: unknown): string {
  const run = runOf(alert)
  const [name, project] = ['name', 'project'].map((key) => plainText(valueAt(run, `metadata.${key}`)))
  return `${plainText(valueAt(alert, 'message'))}: ${name} of ${project}`
}

const runOf = (alert: unknown) => failedRun(alert) ?? valueAt(alert, 'runs')

/** Returns the first run in a state that MLRun counts as an error. */
function failedRun(alert: unknown): unknown {
  return valuesAt(alert, 'runs').find((run) =>
    ['error', 'aborted'].includes(plainText(valueAt(run, 'status.state')).toLowerCase()),
  )
}
