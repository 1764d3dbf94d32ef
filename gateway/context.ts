import type { Clock } from '../services/kernel/clock.ts'
import { type CallPlaces, callPlaces, PEOPLE } from '../services/kernel/concurrency/call-places.ts'
import { type Semaphore, semaphore } from '../services/kernel/concurrency/semaphore.ts'
import { aggregateCalls, type CallAggregator } from '../services/kernel/identity/aggregate-calls.ts'
import type { Log } from '../services/kernel/logging/log.ts'
import { type Clients, createClients, type Transports } from './clients.ts'
import type { GatewayConfig } from './config.ts'
import { type RequireOwnHost, requireOwnHost } from './http/callers/host-allowlist.ts'
import { type ListSemaphore, listSemaphore } from './http/requests/list-semaphore.ts'
import type { Metrics } from './metrics/metrics.ts'
import { openapiDocument } from './openapi/document.ts'
import { OPERATIONS } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'
import { type RecordCall, recorder } from './record.ts'

/** The dependencies of the gateway's stages. A test may override one field. */
export type GatewayContext = {
  cfg: GatewayConfig
  clock: Clock
  log: Log
  clients: Clients
  transports: Transports
  record: RecordCall
  /** Calls that are counted instead of being recorded one by one. It MUST be closed last. */
  countedCalls: Pick<CallAggregator, 'close'>
  /** The check of the Host header, for the surfaces that trust the network or a cookie. */
  requireOwnHost: RequireOwnHost
  operations: Operation[]
  lists: ListSemaphore
  /** Limits the calls of signed-in people. */
  calls: CallPlaces
  /** Limits how many of their calls have a large message, such as a file. */
  largeMessages: Semaphore
  /** Limits how many large batches over REST are worked on. */
  largeBatches: Semaphore
  metrics: Metrics
  /** The OpenAPI 3.1 document of the running table. */
  document: () => unknown
  /** Returns the names of the parts of the installation that do not answer. An empty list means ready. */
  missing: () => Promise<string[]>
}

export function createContext(
  cfg: GatewayConfig,
  deps: Pick<GatewayContext, 'clock' | 'log' | 'transports' | 'missing' | 'metrics'> & {
    operations?: Operation[]
  },
): GatewayContext {
  const clients = createClients(deps.transports)
  const counting = aggregateCalls(recorder(clients), deps)
  const operations = deps.operations ?? OPERATIONS
  let document: unknown
  return {
    cfg,
    ...deps,
    clients,
    record: counting.record,
    countedCalls: counting,
    requireOwnHost: requireOwnHost(cfg.ownHosts),
    lists: listSemaphore(),
    calls: callPlaces(PEOPLE),
    largeMessages: semaphore(LARGE_MESSAGES),
    largeBatches: semaphore(LARGE_BATCHES),
    operations,
    document: () => {
      document ??= openapiDocument(operations, cfg.baseUrl)
      return document
    },
  }
}

/** A message of 16 MiB takes some 30 ms of a turn of the event loop to decode, and several times its size in memory. */
const LARGE_MESSAGES = {
  what: 'large messages',
  places: 2,
  placesPerOwner: 1,
  waiting: 100,
  waitingPerOwner: 20,
  retryAfter: 1,
}

/**
 * A large batch takes many times its size until it is stored. While it waits, it only takes its bytes, which are counted
 * (body-budget.ts). Two, of one organization too: one is parsed while the other is written.
 */
const LARGE_BATCHES = {
  what: 'large batches',
  places: 2,
  placesPerOwner: 2,
  waiting: 100,
  waitingPerOwner: 20,
  retryAfter: 1,
}
