import { inUtc, line, type NotifiedEvent } from './events.ts'

/** A key that is about to expire, within `days` days. */
type ExpiringKey = { id: string; name: string; prefix: string; expiresAt: string; days: number }

/** A reminder that an API key expires. The query that found it gives the event its key (store/notifications/remind-keys.ts). */
export function expiringKeyEvent({
  id,
  name,
  prefix,
  expiresAt,
  days,
}: ExpiringKey): Omit<NotifiedEvent, 'key'> {
  return {
    kind: 'key.expiring',
    subjectId: id,
    title: `API key ${line(name, 120)} expires within ${days === 1 ? 'a day' : `${days} days`}`,
    text: [
      `It begins with ${prefix} and expires at ${inUtc(expiresAt)}. Calls with it are refused from then on.`,
      'Give the system that uses it another key before then, or move its end: in the console under API keys, or by attestry key update --expires-at.',
      `API key ${id}`,
    ].join('\n'),
    data: { key_id: id, key_name: name, prefix, expires_at: expiresAt, days },
  }
}
