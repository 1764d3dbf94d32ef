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
 * Keeps calls that are not served from filling the log. Refused or failed anonymous calls, and calls with an expired key, have no
 * separate entry and are counted:
 *
 * - those beyond the bucket of their address (code `rate_limited`);
 * - those of an address that already had `LIMITS.addressRate` entries in this minute;
 * - those beyond `LIMITS.anonymousEntries` entries of all addresses together.
 *
 * There is one entry with a count for each address, caller, protocol, outcome, code and minute. Beyond
 * `LIMITS.anonymousAggregates` such entries, one entry of each caller counts its calls from all other addresses.
 *
 * Refused calls of a known caller (an API key, a person, a service client, a webhook endpoint) are counted beyond
 * `LIMITS.callerRefusals` a minute. There is one entry with a count for each caller, protocol, operation, code and minute.
 *
 * An entry of counted calls is written when its minute is over or the process stops. Its details have the number of calls, and of
 * addresses where there are many. Its id is the request id of the first call. Every other call has its own entry.
 */
export function aggregateCalls(
  record: Directory['record'],
  deps: { clock: Clock; log: Log },
): CallAggregator {
  const calls = new CountedCalls(record, deps)
  return { record: (call, alone) => calls.record(call, alone), close: () => calls.close() }
}

class CountedCalls {
  readonly #record: Directory['record']
  readonly #clock: Clock
  readonly #log: Log
  /** The entries that are not written yet. Those of known callers MUST NOT use up the entries of addresses. */
  readonly #ofAddresses = new Map<string, Aggregate>()
  readonly #ofKnown = new Map<string, Aggregate>()
  readonly #hasRoom: () => boolean
  /** How many calls of this minute got an entry of their own, by network or known caller. */
  #entries = { window: 0, byOwner: new Map<string, number>() }
  readonly #timer: NodeJS.Timeout

  constructor(record: Directory['record'], { clock, log }: { clock: Clock; log: Log }) {
    this.#record = record
    this.#clock = clock
    this.#log = log
    this.#hasRoom = minuteLimit(clock, LIMITS.anonymousEntries)
    this.#timer = setInterval(() => void this.#writeEnded(clock.now().getTime()), 1000).unref()
  }

  async record(call: CallRecord, alone = () => this.#record(call)): Promise<void> {
    const known = isRefusalOfKnown(call)
    if (!known && !isAnonymousFailure(call)) return alone()
    const now = this.#clock.now().getTime()
    const window = now - (now % WINDOW_MS)
    if (
      known
        ? this.#hasOwnEntry(knownKey(call), window, LIMITS.callerRefusals)
        : this.#isRecordedAlone(call, window)
    )
      return alone()
    if (!known) return this.#count(call, window)
    add(this.#ofKnown, `${knownKey(call)} ${call.caller.operation} ${call.code} ${window}`, call, window)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writeEnded(Number.POSITIVE_INFINITY)
  }

  /** Whether an anonymous call has an entry of its own. */
  #isRecordedAlone({ caller, code }: CallRecord, window: number): boolean {
    if (code === RATE_LIMITED) return false
    return this.#hasOwnEntry(networkOf(caller.clientAddress), window, LIMITS.addressRate, this.#hasRoom)
  }

  /** Takes one of the `limit` entries that an owner may have in this minute. */
  #hasOwnEntry(owner: string, window: number, limit: number, hasRoom = () => true): boolean {
    if (this.#entries.window !== window) this.#entries = { window, byOwner: new Map() }
    const { byOwner } = this.#entries
    const count = byOwner.get(owner) ?? 0
    if (count >= limit || !hasRoom()) return false
    byOwner.set(owner, count + 1)
    return true
  }

  #count(call: CallRecord, window: number): void {
    const { via, organizationId, actor, clientAddress } = call.caller
    const network = networkOf(clientAddress)
    const kind = `${organizationId} ${actor?.id} ${via} ${call.outcome} ${call.code} ${window}`
    let key = `${network} ${kind}`
    const open = this.#ofAddresses
    if (!open.has(key) && open.size >= LIMITS.anonymousAggregates) key = `many ${kind}`
    const { networks } = add(open, key, call, window)
    if (networks.size < MAX_NETWORKS) networks.add(network)
  }

  /** Writes the entries of minutes that have ended, and of minutes in the future, which exist where the clock was set back. */
  async #writeEnded(now: number): Promise<void> {
    const writing = [this.#ofAddresses, this.#ofKnown].flatMap((open) =>
      [...open]
        .filter(([, { window }]) => window + WINDOW_MS <= now || window > now)
        .map(([key, aggregate]) => this.#write(open, key, aggregate)),
    )
    await Promise.all(writing)
  }

  /** Writes an entry. If that fails, it is tried again, with the calls that were counted meanwhile. */
  async #write(open: Map<string, Aggregate>, key: string, aggregate: Aggregate): Promise<void> {
    open.delete(key)
    try {
      await this.#record(entryOf(aggregate))
    } catch (err) {
      this.#log.warn({ err, calls: aggregate.count }, 'aggregated calls were not recorded yet')
      const meanwhile = open.get(key)
      if (meanwhile === undefined) open.set(key, aggregate)
      else meanwhile.count += aggregate.count
    }
  }
}

function add(open: Map<string, Aggregate>, key: string, first: CallRecord, window: number): Aggregate {
  const aggregate = open.get(key) ?? { first, count: 0, window, networks: new Set() }
  aggregate.count += 1
  open.set(key, aggregate)
  return aggregate
}

function entryOf({ first, count, window, networks }: Aggregate): CallRecord {
  const counted = {
    calls: count,
    window_start: new Date(window).toISOString(),
    window_end: new Date(window + WINDOW_MS).toISOString(),
  }
  if (networks.size === 0) return { ...first, details: counted }
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

/** Whether a caller with a valid credential was refused. Such callers are few, and so are their operations. */
function isRefusalOfKnown(call: CallRecord): boolean {
  const { caller, outcome, code } = call
  return outcome === Outcome.REFUSED && KNOWN.has(caller.actor?.kind) && !isOfExpiredKey(caller, code)
}

function knownKey({ caller: { organizationId, actor, via } }: CallRecord): string {
  return `known ${organizationId} ${actor?.id} ${via}`
}

const KNOWN = new Set<ActorKind | undefined>([
  ActorKind.API_KEY,
  ActorKind.USER,
  ActorKind.SERVICE_CLIENT,
  ActorKind.WEBHOOK_ENDPOINT,
])
const RATE_LIMITED = 'rate_limited'
const UNAUTHORIZED = 'unauthorized'

/** The window of the address bucket. */
const WINDOW_MS = 60_000

/** How many distinct addresses one entry counts. */
const MAX_NETWORKS = 10_000

/** `window`: the beginning of the minute, Unix milliseconds. `networks` has none where the caller is known. */
type Aggregate = { first: CallRecord; count: number; window: number; networks: Set<string> }

export type CallAggregator = {
  /** @param alone records a call that has an entry of its own; the default is the recorder of the counted calls */
  record(call: CallRecord, alone?: () => Promise<void>): Promise<void>
  /** Writes the entries of the calls that were counted so far. */
  close(): Promise<void>
}
