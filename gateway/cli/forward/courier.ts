import { sign } from '../../../services/ingestion/domain/webhook/signature.ts'
import { type PostOutcome, type PostTarget, postOnce } from './post.ts'

/**
 * Signs and posts alerts, and computes the wait between tries.
 *
 * A retry within 20 seconds repeats the very same signature, so that an alert without an event id whose first try was
 * accepted but whose answer was lost is recognised as a replay; after that it is signed again, to stay inside the
 * narrowest time window an endpoint can have (30 s).
 */
export function createCourier(
  target: PostTarget,
  secret: string,
  backoff: Backoff = DEFAULT_BACKOFF,
): Courier {
  return {
    async attempt(alert) {
      const now = Math.floor(Date.now() / 1000)
      if (alert.signedAt === null || Math.abs(now - alert.signedAt) > SIGNATURE_SECONDS) alert.signedAt = now
      alert.tries++
      return await postOnce(target, sign(secret, alert.signedAt, alert.body), alert.body)
    },
    waitMs(alert, outcome) {
      const step = Math.min(backoff.maxMs, backoff.firstMs * 2 ** Math.min(alert.tries - 1, 30))
      const jittered = step * (0.75 + Math.random() / 2)
      return Math.max(jittered, Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
    },
  }
}

const SIGNATURE_SECONDS = 20
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000
const DEFAULT_BACKOFF: Backoff = { firstMs: 1000, maxMs: 60_000 }

export type Backoff = { firstMs: number; maxMs: number }

/** An alert on its way. `signedAt` is in Unix seconds. */
export type Underway = { body: Uint8Array; signedAt: number | null; tries: number }

export type Courier = {
  attempt(alert: Underway): Promise<PostOutcome>
  /** Milliseconds until the next try: exponential with jitter, never before `Retry-After` (at most an hour). */
  waitMs(alert: Underway, outcome: Extract<PostOutcome, { kind: 'retry' }>): number
}
