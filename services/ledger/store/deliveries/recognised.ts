/** How far in the future the first call of an alert may be, and it is recognised still. */
export const HOURS_AHEAD = 1

/**
 * Whether the alert `d` of `ledger.events_seen` is recognised still, for so many seconds from its first call on. One that came an hour in the
 * future, before the clock was set back, is not: it would be for as long as the clock ran ahead.
 */
export const isRecognised = (seconds: 'excluded.seconds' | 'e.seconds'): string =>
  `(d.first_at + make_interval(secs => ${seconds}) > now() and d.first_at <= now() + interval '${HOURS_AHEAD} hour')`
