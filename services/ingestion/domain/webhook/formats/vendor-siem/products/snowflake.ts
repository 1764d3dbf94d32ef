import { valuesAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An error notification of Snowflake: a task that failed, or a file that Snowpipe could not load. It is not graded. */
export const snowflake: Product = {
  id: 'snowflake',
  name: 'Snowflake',
  source:
    'https://docs.snowflake.com/user-guide/tasks-errors-payload; https://docs.snowflake.com/user-guide/data-load-snowpipe-errors',
  forms: [
    [is('messageType', 'USER_TASK_FAILED'), has('messageId'), has('accountName'), has('taskName')],
    [is('messageType', 'INGEST_FAILED_FILE'), has('messageId'), has('accountName'), has('pipeName')],
  ],
  title: [
    'Task {taskName} failed: {messages.errorMessage}',
    'Task {taskName} failed',
    'Pipe {pipeName} could not load a file: {messages.firstError}',
    'Pipe {pipeName} could not load a file',
  ],
  description: [errors],
  severity: [],
  time: ['messages.queryStartTime', 'timestamp'],
  systems: ['taskName', 'pipeName', 'tableName'],
  identity: {
    of: id('messageId'),
    why: 'The id is unique: a UUID for each notification. A notification can hold several errors of the task or pipe and never changes.',
  },
}

/** Returns the account and every error of a notification, a line each. */
function errors(alert: unknown): string {
  const account = valuesAt(alert, 'accountName').map((name) => `Account ${plainText(name)}`)
  const files = valuesAt(alert, 'messages.fileName', 100)
  const texts = [
    ...valuesAt(alert, 'messages.errorMessage', 100),
    ...valuesAt(alert, 'messages.firstError', 100),
  ]
  return [...account, ...files, ...texts].map(plainText).join('\n')
}
