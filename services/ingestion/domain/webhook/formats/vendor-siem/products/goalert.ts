import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, when } from '../state.ts'
import { classTitle } from './class-words.ts'

/** A notification of GoAlert's webhook. It is not graded and has no time. */
export const goAlert: Product = {
  id: 'goalert',
  name: 'GoAlert',
  source: 'target/goalert, web/src/app/documentation/sections/Webhooks.md and notification/webhook/sender.go',
  forms: [
    [has('AppName'), is('Type', 'Alert', 'AlertStatus'), has('AlertID')],
    [has('AppName'), is('Type', 'AlertBundle'), has('ServiceID')],
    [has('AppName'), is('Type', 'Test', 'Verification', 'ScheduleOnCallUsers')],
  ],
  title: ['Summary', '{Count} alerts of {ServiceName}', 'On call: {ScheduleName}'],
  titleStandIn: ['GoAlert {Type} {AlertID}', classTitle('GoAlert', 'Type')],
  description: ['Details', 'LogEntry'],
  severity: [],
  time: [],
  systems: ['ServiceName'],
  identity: {
    of: (alert) => (has('AlertID').holds(alert) ? ofAlert(alert) : null),
    why: 'The id is not unique: each installation counts its alerts. Identity: number, address and service. Every status repeats them. A bundle names none of its alerts: only the very delivery identifies it.',
  },
  leftOut: 'Count',
  state: [
    rule((alert) => (CLOSED.test(plainText(valueAt(alert, 'LogEntry'))) ? 'closed' : null), 'LogEntry'),
    rule((alert) => (KNOWN.test(plainText(valueAt(alert, 'LogEntry'))) ? 'informational' : null)),
    when('Type', ['Test', 'Verification', 'ScheduleOnCallUsers'], 'informational'),
  ],
}

const ofAlert = idAnd('AlertID', 'GoAlertURL', 'ServiceID')
const CLOSED = /^Closed\b/
const KNOWN = /^Acknowledged\b/
