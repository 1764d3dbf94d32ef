import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of Bugsnag: an error, or a spike of them in a project. */
export const bugsnag: Product = {
  id: 'bugsnag',
  name: 'Bugsnag',
  source:
    'https://docs.bugsnag.com/product/integrations/webhook/, its triggers; its "JSON payload" as a public receiver quotes it',
  forms: [
    [has('trigger.type'), has('project.id'), has('error.exceptionClass')],
    [has('trigger.type'), has('trigger.message'), has('project.id'), has('account.id')],
  ],
  title: [
    '{error.exceptionClass}: {error.message}',
    '{error.exceptionClass} in {error.context}',
    'error.exceptionClass',
    '{project.name}: {trigger.message}',
  ],
  description: ['trigger.message', 'error.context'],
  severity: [word('error.severity')],
  time: ['error.receivedAt', 'error.firstReceived'],
  systems: ['error.device.hostname', 'project.name'],
  identity: {
    of: id('error.id'),
    unmatched: 'A spike of a project has no error that could be fixed.',
    why: 'The id is unique: that of the event. errorId is not: it is that of the error, which its events share. Without an error the identity is the whole notification.',
  },
  state: [
    when('trigger.stateChange', ['fixed'], 'resolved'),
    when('trigger.stateChange', ['ignored', 'snoozed'], 'suppressed'),
    ...['comment', 'release', 'errorStateManualChange'].map((type) =>
      when('trigger.type', [type], 'informational'),
    ),
    when('error.status', ['fixed'], 'resolved'),
    when('error.status', ['ignored', 'snoozed'], 'suppressed'),
  ],
}
