import type { JsonValue } from '../../../kernel/json/canonical-json.ts'

/** The events that a channel can subscribe to (docs/notifications.md). */
export const EVENTS = [
  'certification.superseded',
  'deliveries.rejected',
  'gate.blocked',
  'incident.opened',
  'incident.severity_unknown',
  'key.expiring',
  'obligation.due_soon',
  'obligation.overdue',
  'trigger.opened',
] as const

type SubscribedEvent = (typeof EVENTS)[number]

/** Every kind of event: those above, a test of a channel, and messages of the installation to administrators by e-mail. */
type EventKind = SubscribedEvent | 'channel.test' | 'api.deprecated'

/** An event that people and programs are notified of. It holds no secret. */
export type NotifiedEvent = {
  kind: EventKind
  /** The incident, system, endpoint or other thing that it is about. */
  subjectId: string | null
  /** One line. */
  title: string
  /** Sentences, a line each. */
  text: string
  /** The data that webhook channels get. */
  data: { [field: string]: JsonValue }
  /** Identifies the event for ever: no channel is notified of it twice. */
  key: string
}

/** What a notification counts that stands for many events of a kind. */
export const DIGEST_TITLES: Record<EventKind, string> = {
  'api.deprecated': 'deprecations of the API',
  'certification.superseded': 'certifications superseded',
  'channel.test': 'tests of the channel',
  'deliveries.rejected': 'series of rejected deliveries',
  'gate.blocked': 'gate decisions changed to block',
  'incident.opened': 'incidents opened',
  'incident.severity_unknown': 'incidents of unknown severity',
  'key.expiring': 'API keys about to expire',
  'obligation.due_soon': 'reports due soon',
  'obligation.overdue': 'reports overdue',
  'trigger.opened': 'triggers opened',
}

/** A time of a record as people read it, to the minute: `2026-11-24 12:00 UTC`. */
export const inUtc = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

/** A text from outside as one line of at most `max` characters. */
export function line(text: string, max = 200): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return flat.length <= max ? flat : `${flat.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
