import type { Obligation } from '../obligations/types.ts'
import { line, type NotifiedEvent } from './events.ts'

/** An obligation that somebody is to be reminded of. `hours`: how long before it is due they asked to be; 0: it is overdue. */
export type Reminder = { incidentId: string; title: string; hours: number; obligation: Obligation }

/** A reminder. Its key is that of the query that found it (store/notifications/remind.ts). */
export function reminderEvent({
  incidentId,
  title,
  hours,
  obligation,
}: Reminder): Omit<NotifiedEvent, 'key'> {
  const { regime, step, recipient, article, due_at, provisional } = obligation
  const kind = hours === 0 ? 'obligation.overdue' : 'obligation.due_soon'
  const what = `${regime} ${step}`
  const incident = line(title, 120)
  return {
    kind,
    subjectId: incidentId,
    title: hours === 0 ? `Overdue: ${what} (${incident})` : `Due within ${hours} h: ${what} (${incident})`,
    text: [
      `To ${line(recipient)}, ${line(article)}. ${hours === 0 ? 'It was due at' : 'It is due at'} ${due_at}.`,
      ...(provisional
        ? ['Nobody has assessed the regime: it is taken from the regulation and the severity.']
        : []),
      'A limit is a cap: the duty is "without undue delay". This is no legal advice.',
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
