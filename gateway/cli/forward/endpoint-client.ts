import { sign } from '../../../services/ingestion/domain/webhook/signature.ts'
import { type PostOutcome, type PostTarget, postOnce } from './post.ts'

/**
 * Signs and posts alerts, and computes the wait between tries.
 *
 * An alert without an event id is recognised by the time of its first signature. For 20 seconds every try repeats that signature.
 * Later tries are signed again, to stay inside the narrowest time window that an endpoint can have (30 s), and carry the first
 * signature beside the new one. If an earlier try was accepted and its answer lost, the next try is therefore a replay.
 */
export function endpointClient(
  target: PostTarget,
  secret: string,
  backoff: Backoff = DEFAULT_BACKOFF,
): EndpointClient {
  return {
    async attempt(alert) {
      const now = Math.floor(Date.now() / 1000)
      // The clock may have been set back: a first signature MUST NOT be later than the one beside it.
      if (alert.firstAt === null || alert.firstAt > now + SIGNATURE_SECONDS) alert.firstAt = now
      alert.tries++
      const first = sign(secret, alert.firstAt, alert.body)
      if (now - alert.firstAt <= SIGNATURE_SECONDS)
        return await postOnce(target, { signature: first }, alert.body)
      const signature = sign(secret, now, alert.body)
      return await postOnce(target, { signature, first }, alert.body)
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

/** An alert on its way. `firstAt`: the time of its first signature, Unix seconds; null before the first try. */
export type OutgoingAlert = { body: Uint8Array; firstAt: number | null; tries: number }

export type EndpointClient = {
  attempt(alert: OutgoingAlert): Promise<PostOutcome>
  /** Milliseconds until the next try: exponential with jitter, never before `Retry-After` (at most an hour). */
  waitMs(alert: OutgoingAlert, outcome: Extract<PostOutcome, { kind: 'retry' }>): number
}
