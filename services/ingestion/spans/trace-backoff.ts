import type { TraceKey } from '../domain/spans/trace.ts'

/**
 * Traces that failed or have no agent yet, and are not tried for a while: a minute, then twice as long each time, up to six
 * hours.
 */
type TraceBackoff = {
  /** Returns the traces that are not to be tried now. */
  now(): TraceKey[]
  delay(trace: TraceKey): void
  settled(trace: TraceKey): void
}

/** @param elapsed returns milliseconds of a monotonic clock */
export function traceBackoff(elapsed = () => performance.now()): TraceBackoff {
  const known = new Map<string, { trace: TraceKey; delayMs: number; until: number }>()
  const nameOf = ({ organizationId, traceId }: TraceKey): string => `${organizationId} ${traceId}`
  return {
    now: () => {
      const now = elapsed()
      for (const [name, { until }] of known) if (until + MAX_MS <= now) known.delete(name)
      return [...known.values()].filter(({ until }) => until > now).map(({ trace }) => trace)
    },
    delay: ({ organizationId, traceId }) => {
      const trace = { organizationId, traceId }
      const name = nameOf(trace)
      const delayMs = Math.min(2 * (known.get(name)?.delayMs ?? FIRST_MS / 2), MAX_MS)
      known.delete(name)
      // The list is bounded: its oldest entry is dropped, and that trace is tried again earlier.
      if (known.size >= MAX_TRACES) known.delete(known.keys().next().value!)
      known.set(name, { trace, delayMs, until: elapsed() + delayMs })
    },
    settled: (trace) => void known.delete(nameOf(trace)),
  }
}

const FIRST_MS = 60_000
const MAX_MS = 6 * 60 * 60_000
const MAX_TRACES = 10_000
