/**
 * Holds the receiver of an export to a pace. It may keep the export waiting for one minute altogether, and for as long
 * again as its bytes take at 128 KiB/s; then `tooSlow` is called. What the export itself needs is not counted.
 */
export function receiverPace(tooSlow: () => void): {
  /** The receiver is asked to take bytes. */
  wait(bytes: number): void
  /** It has taken them. */
  taken(): void
  stop(): void
} {
  let leftMs = GRACE_MS
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    wait: (bytes) => {
      leftMs += bytes / BYTES_PER_MS
      since = performance.now()
      timer = setTimeout(tooSlow, leftMs).unref()
    },
    taken: () => {
      clearTimeout(timer)
      leftMs -= performance.now() - since
    },
    stop: () => clearTimeout(timer),
  }
}

const GRACE_MS = 60_000
const BYTES_PER_MS = (128 * 1024) / 1000
