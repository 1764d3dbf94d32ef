/**
 * Requires a minimum pace of the receiver of an export. The export waits for the receiver at most one minute in total, plus the
 * time that its bytes take at 128 KiB/s. Then it calls `tooSlow`. The time that the export itself needs is not counted, and time
 * that a fast receiver saves buys no longer pause later.
 */
export function receiverPace(tooSlow: () => void): {
  /** Bytes are offered to the receiver. */
  offered(bytes: number): void
  /** The receiver has read them. */
  received(): void
  /**
   * By how many milliseconds the receiver has delayed the export for more than half a minute in total, plus the time that its bytes
   * take at 1 MiB/s. Faster bytes make up for a delay, not in advance.
   */
  behindMs(): number
  stop(): void
} {
  let leftMs = GRACE_MS
  let behindMs = -UNCONTESTED_MS
  let since: number | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    offered: (bytes) => {
      leftMs += bytes / BYTES_PER_MS
      behindMs -= bytes / UNCONTESTED_BYTES_PER_MS
      since = performance.now()
      timer = setTimeout(tooSlow, leftMs).unref()
    },
    received: () => {
      clearTimeout(timer)
      const waited = performance.now() - since!
      leftMs = Math.min(leftMs - waited, GRACE_MS)
      behindMs = Math.max(behindMs + waited, -UNCONTESTED_MS)
      since = undefined
    },
    behindMs: () => behindMs + (since === undefined ? 0 : performance.now() - since),
    stop: () => clearTimeout(timer),
  }
}

const GRACE_MS = 60_000
const BYTES_PER_MS = (128 * 1024) / 1000
const UNCONTESTED_MS = 30_000
const UNCONTESTED_BYTES_PER_MS = (1024 * 1024) / 1000
