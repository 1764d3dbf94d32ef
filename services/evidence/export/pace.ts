/**
 * Requires a minimum pace of the receiver of an export. The export waits for the receiver at most one minute in total, plus the
 * time that its bytes take at 128 KiB/s. Then it calls `tooSlow`. The time that the export itself needs is not counted.
 */
export function receiverPace(tooSlow: () => void): {
  /** Bytes are offered to the receiver. */
  wait(bytes: number): void
  /** The receiver has read them. */
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
