import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../logging/log.ts'
import { INSTALLATION_ID } from '../values/ids.ts'
import { LIMITS } from '../values/limits.ts'
import { minuteLimit } from '../values/minute-limit.ts'
import { ActorKind } from './caller.ts'
import { networkOf } from './client-network.ts'
import type { CallRecord, Directory } from './directory.ts'

/**
 * Keeps anonymous calls from filling the installation's log, and calls with an expired key from filling the log of
 * the key's organization. Three kinds of refused or failed calls have no entry of their own and are counted: those
 * beyond the bucket of their address (code `rate_limited`), those of an address that had `LIMITS.addressRate` entries
 * in this minute, and those beyond `LIMITS.anonymousEntries` entries of all addresses together. There is one entry
 * with a count for each address, caller, protocol, outcome, code and minute. Beyond `LIMITS.anonymousAggregates` such
 * entries, one entry of each caller counts its calls of all other addresses.
 *
 * An entry of counted calls is written when its minute is over or the process stops. Its details have the number of
 * calls, and of addresses where there are many. Its id is the request id of the first call. Every other call has an entry
 * of its own.
 */
export function aggregateAnonymousCalls(
  record: Directory['record'],
  { clock, log }: { clock: Clock; log: Log },
): AnonymousCallAggregator {
  const open = new Map<string, Aggregate>()
  const hasRoom = minuteLimit(clock, LIMITS.anonymousEntries)
  let entries = { window: 0, byNetwork: new Map<string, number>() }

  /** Whether a call has an entry of its own. */
  const isRecordedAlone = (call: CallRecord, network: string, window: number): boolean => {
    if (call.code === RATE_LIMITED) return false
    if (entries.window !== window) entries = { window, byNetwork: new Map() }
    const count = entries.byNetwork.get(network) ?? 0
    if (count >= LIMITS.addressRate || !hasRoom()) return false
    entries.byNetwork.set(network, count + 1)
    return true
  }
  const count = (call: CallRecord, network: string, window: number): void => {
    const { via, organizationId, actor } = call.caller
    const kind = `${organizationId} ${actor?.id} ${via} ${call.outcome} ${call.code} ${window}`
    let key = `${network} ${kind}`
    if (!open.has(key) && open.size >= LIMITS.anonymousAggregates) key = `many ${kind}`
    const aggregate = open.get(key)
    if (aggregate === undefined)
      open.set(key, { first: call, count: 1, window, networks: new Set([network]) })
    else {
      aggregate.count += 1
      if (aggregate.networks.size < MAX_NETWORKS) aggregate.networks.add(network)
    }
  }
  const write = async (key: string, aggregate: Aggregate): Promise<void> => {
    open.delete(key)
    try {
      await record(entryOf(aggregate))
    } catch (err) {
      log.warn({ err, calls: aggregate.count }, 'aggregated calls were not recorded yet')
      const meanwhile = open.get(key)
      if (meanwhile === undefined) open.set(key, aggregate)
      else meanwhile.count += aggregate.count
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
      if (!isAnonymousFailure(call)) return record(call)
      const now = clock.now().getTime()
      const window = now - (now % WINDOW_MS)
      const network = networkOf(call.caller.clientAddress)
      if (isRecordedAlone(call, network, window)) return record(call)
      count(call, network, window)
    },
    close: async () => {
      clearInterval(timer)
      await writeOver(Number.POSITIVE_INFINITY)
    },
  }
}

function entryOf({ first, count, window, networks }: Aggregate): CallRecord {
  const counted = {
    calls: count,
    window_start: new Date(window).toISOString(),
    window_end: new Date(window + WINDOW_MS).toISOString(),
  }
  if (networks.size === 1) {
    const { clientAddress } = first.caller
    return { ...first, details: { client_address: clientAddress, ...first.details, ...counted } }
  }
  const { client_address: _, ...others } = first.details ?? {}
  const caller = { ...first.caller, clientAddress: '' }
  return { ...first, caller, details: { ...others, addresses: networks.size, ...counted } }
}

function isAnonymousFailure({ caller, outcome, code }: CallRecord): boolean {
  if (caller.clientAddress === '') return false
  if (isOfExpiredKey(caller, code)) return outcome === Outcome.REFUSED
  if (caller.organizationId !== INSTALLATION_ID) return false
  if (outcome === Outcome.REFUSED && code === RATE_LIMITED) return true
  return outcome !== Outcome.OK && caller.actor?.kind === ActorKind.ANONYMOUS
}

/**
 * A caller with a valid key is never refused for this reason. One whose key became invalid while the call was under way counts as one too.
 */
function isOfExpiredKey({ actor }: CallRecord['caller'], code: string): boolean {
  return actor?.kind === ActorKind.API_KEY && code === UNAUTHORIZED
}

const RATE_LIMITED = 'rate_limited'
const UNAUTHORIZED = 'unauthorized'

/** The window of the address bucket. */
const WINDOW_MS = 60_000

/** Limit of distinct addresses that one entry counts. */
const MAX_NETWORKS = 10_000

/** `window`: when it began, Unix milliseconds. */
type Aggregate = { first: CallRecord; count: number; window: number; networks: Set<string> }

export type AnonymousCallAggregator = {
  record: Directory['record']
  /** Writes the entries of the calls that are counted so far. */
  close(): Promise<void>
}
