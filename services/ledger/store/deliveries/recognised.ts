/** How far in the future the first call of an alert may be for the alert to be recognised. */
export const HOURS_AHEAD = 1

/**
 * Whether the alert `d` of `ledger.events_seen` is still recognised, for so many seconds after its first call. An alert whose
 * first call is more than an hour in the future came before the clock was set back, and is not: it would be recognised for as
 * long as the clock ran ahead.
 */
export const isRecognised = (seconds: 'excluded.seconds' | 'e.seconds'): string =>
  `(d.first_at + make_interval(secs => ${seconds}) > now() and d.first_at <= now() + interval '${HOURS_AHEAD} hour')`
