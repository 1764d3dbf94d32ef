import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { INSTALLATION_ID } from '../values/ids.ts'
import { networkOf } from './client-network.ts'
import type { CallRecord, Directory } from './directory.ts'

/**
 * Keeps repeated anonymous calls from filling the log. Calls beyond the limit of their address are counted. One entry an
 * address, protocol and minute stands in the installation's log. It is written when the minute is over or the process
 * stops. Its details have the number of calls; its id is the request id of the first call. Every other call passes
 * through and is recorded by itself.
 */
export function aggregateAnonymousCalls(
  record: Directory['record'],
  { clock, log }: { clock: Clock; log: Log },
): AnonymousCallAggregator {
  const open = new Map<string, Aggregate>()

  const write = async (key: string, aggregate: Aggregate): Promise<void> => {
    open.delete(key)
    const { first, count, window } = aggregate
    const details = {
      ...first.details,
      calls: count,
      window_start: new Date(window).toISOString(),
      window_end: new Date(window + WINDOW_MS).toISOString(),
    }
    try {
      await record({ ...first, details })
    } catch (err) {
      log.warn({ err, calls: count }, 'aggregated calls were not recorded yet')
      const meanwhile = open.get(key)
      if (meanwhile === undefined) open.set(key, aggregate)
      else meanwhile.count += count
    }
  }
  const writeOver = async (now: number): Promise<void> => {
    await Promise.all(
      [...open]
        .filter(([, { window }]) => window + WINDOW_MS <= now)
        .map(([key, aggregate]) => write(key, aggregate)),
    )
  }
  const timer = setInterval(() => void writeOver(clock.now().getTime()), 1000).unref()

  return {
    record: async (call) => {
      if (!isRateLimitedAnonymous(call)) return record(call)
      const now = clock.now().getTime()
      const window = now - (now % WINDOW_MS)
      const key = `${networkOf(call.caller.clientAddress)} ${call.caller.via} ${window}`
      const aggregate = open.get(key)
      if (aggregate === undefined) open.set(key, { first: call, count: 1, window })
      else aggregate.count += 1
    },
    close: async () => {
      clearInterval(timer)
      await writeOver(Number.POSITIVE_INFINITY)
    },
  }
}

function isRateLimitedAnonymous({ caller, outcome, code }: CallRecord): boolean {
  return (
    caller.organizationId === INSTALLATION_ID &&
    caller.clientAddress !== '' &&
    outcome === Outcome.REFUSED &&
    code === 'rate_limited'
  )
}

/** The window of the address bucket. */
const WINDOW_MS = 60_000

/** `window`: when it began, Unix milliseconds. */
type Aggregate = { first: CallRecord; count: number; window: number }

export type AnonymousCallAggregator = {
  record: Directory['record']
  /** Writes what is counted so far. */
  close(): Promise<void>
}
