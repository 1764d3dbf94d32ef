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
 * Keeps anonymous calls from filling the installation's log, and calls with an expired key from filling the log of the key's
 * organization. Refused or failed calls of these kinds have no separate entry and are counted:
 *
 * - those beyond the bucket of their address (code `rate_limited`);
 * - those of an address that already had `LIMITS.addressRate` entries in this minute;
 * - those beyond `LIMITS.anonymousEntries` entries of all addresses together.
 *
 * There is one entry with a count for each address, caller, protocol, outcome, code and minute. Beyond
 * `LIMITS.anonymousAggregates` such entries, one entry of each caller counts its calls from all other addresses.
 *
 * An entry of counted calls is written when its minute is over or the process stops. Its details have the number of calls, and of
 * addresses where there are many. Its id is the request id of the first call. Every other call has its own entry.
 */
export function aggregateAnonymousCalls(
  record: Directory['record'],
  deps: { clock: Clock; log: Log },
): AnonymousCallAggregator {
  const calls = new CountedCalls(record, deps)
  return { record: (call) => calls.record(call), close: () => calls.close() }
}

class CountedCalls {
  readonly #record: Directory['record']
  readonly #clock: Clock
  readonly #log: Log
  /** The entries that are not written yet. */
  readonly #open = new Map<string, Aggregate>()
  readonly #hasRoom: () => boolean
  /** How many calls of this minute got an entry of their own. */
  #entries = { window: 0, byNetwork: new Map<string, number>() }
  readonly #timer: NodeJS.Timeout

  constructor(record: Directory['record'], { clock, log }: { clock: Clock; log: Log }) {
    this.#record = record
    this.#clock = clock
    this.#log = log
    this.#hasRoom = minuteLimit(clock, LIMITS.anonymousEntries)
    this.#timer = setInterval(() => void this.#writeEnded(clock.now().getTime()), 1000).unref()
  }

  async record(call: CallRecord): Promise<void> {
    if (!isAnonymousFailure(call)) return this.#record(call)
    const now = this.#clock.now().getTime()
    const window = now - (now % WINDOW_MS)
    const network = networkOf(call.caller.clientAddress)
    if (this.#isRecordedAlone(call, network, window)) return this.#record(call)
    this.#count(call, network, window)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writeEnded(Number.POSITIVE_INFINITY)
  }

  /** Whether a call has an entry of its own. */
  #isRecordedAlone(call: CallRecord, network: string, window: number): boolean {
    if (call.code === RATE_LIMITED) return false
    if (this.#entries.window !== window) this.#entries = { window, byNetwork: new Map() }
    const { byNetwork } = this.#entries
    const count = byNetwork.get(network) ?? 0
    if (count >= LIMITS.addressRate || !this.#hasRoom()) return false
    byNetwork.set(network, count + 1)
    return true
  }

  #count(call: CallRecord, network: string, window: number): void {
    const { via, organizationId, actor } = call.caller
    const kind = `${organizationId} ${actor?.id} ${via} ${call.outcome} ${call.code} ${window}`
    let key = `${network} ${kind}`
    if (!this.#open.has(key) && this.#open.size >= LIMITS.anonymousAggregates) key = `many ${kind}`
    const aggregate = this.#open.get(key)
    if (aggregate === undefined)
      this.#open.set(key, { first: call, count: 1, window, networks: new Set([network]) })
    else {
      aggregate.count += 1
      if (aggregate.networks.size < MAX_NETWORKS) aggregate.networks.add(network)
    }
  }

  /** Writes the entries of minutes that have ended, and of minutes in the future, which exist where the clock was set back. */
  async #writeEnded(now: number): Promise<void> {
    const ended = [...this.#open].filter(([, { window }]) => window + WINDOW_MS <= now || window > now)
    await Promise.all(ended.map(([key, aggregate]) => this.#write(key, aggregate)))
  }

  /** Writes an entry. If that fails, it is tried again, with the calls that were counted meanwhile. */
  async #write(key: string, aggregate: Aggregate): Promise<void> {
    this.#open.delete(key)
    try {
      await this.#record(entryOf(aggregate))
    } catch (err) {
      this.#log.warn({ err, calls: aggregate.count }, 'aggregated calls were not recorded yet')
      const meanwhile = this.#open.get(key)
      if (meanwhile === undefined) this.#open.set(key, aggregate)
      else meanwhile.count += aggregate.count
    }
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
 * Whether a call was refused because its key has expired. A valid key is never refused for this reason. A key that became invalid
 * while the call was in progress counts too.
 */
function isOfExpiredKey({ actor }: CallRecord['caller'], code: string): boolean {
  return actor?.kind === ActorKind.API_KEY && code === UNAUTHORIZED
}

const RATE_LIMITED = 'rate_limited'
const UNAUTHORIZED = 'unauthorized'

/** The window of the address bucket. */
const WINDOW_MS = 60_000

/** How many distinct addresses one entry counts. */
const MAX_NETWORKS = 10_000

/** `window`: the beginning of the minute, Unix milliseconds. */
type Aggregate = { first: CallRecord; count: number; window: number; networks: Set<string> }

export type AnonymousCallAggregator = {
  record: Directory['record']
  /** Writes the entries of the calls that were counted so far. */
  close(): Promise<void>
}
