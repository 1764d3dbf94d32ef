import { reportName } from '../obligations/names.ts'
import type { Obligation } from '../obligations/types.ts'
import { inUtc, line, type NotifiedEvent } from './events.ts'

/** An obligation to remind people of. `hours`: how long before it is due the channel wants the reminder; 0: it is overdue. */
type Reminder = { incidentId: string; title: string; hours: number; obligation: Obligation }

/** A reminder of an obligation. The query that found it gives the event its key (store/notifications/remind-obligations.ts). */
export function reminderEvent({
  incidentId,
  title,
  hours,
  obligation,
}: Reminder): Omit<NotifiedEvent, 'key'> {
  const { regime, step, recipient, article, due_at, provisional } = obligation
  const kind = hours === 0 ? 'obligation.overdue' : 'obligation.due_soon'
  const report = reportName(regime, step)
  const to = recipient === '' ? '' : ` to ${line(recipient, 60)}`
  const incident = line(title, 120)
  return {
    kind,
    subjectId: incidentId,
    title: `${report}${to} ${hours === 0 ? 'overdue' : `due within ${hours} h`}: ${incident}`,
    text: [
      `${line(article)}, to: ${line(recipient)}. It ${hours === 0 ? 'was' : 'is'} due at ${inUtc(due_at!)}.`,
      ...(provisional
        ? [
            'Nobody has assessed whether it has to be reported: that is taken from the regulation and the severity.',
          ]
        : []),
      'The limit is the latest time: the duty is to report "without undue delay". This is no legal advice.',
      `Incident ${incidentId}`,
    ].join('\n'),
    data: {
      incident_id: incidentId,
      incident_title: title,
      regime,
      step,
      recipient,
      article,
      due_at,
      provisional,
      hours: hours === 0 ? null : hours,
    },
  }
}
