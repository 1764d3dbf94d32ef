import type { Transport } from '@connectrpc/connect'
import type { Clock } from './clock.ts'
import { singleFlight } from './concurrency/single-flight.ts'
import { stopAll } from './concurrency/stop-all.ts'
import type { ServiceConfig } from './config.ts'
import type { Answers } from './database/answers.ts'
import type { ServiceName } from './identity/access.ts'
import { aggregateCalls } from './identity/aggregate-calls.ts'
import type { Directory } from './identity/directory.ts'
import { guard } from './interceptors/guard.ts'
import { errorMapper } from './interceptors/map-error.ts'
import { unauthenticatedCallers } from './interceptors/unauthenticated-callers.ts'
import type { Log } from './logging/log.ts'
import { inProcessTransport } from './transport/in-process.ts'
import { replaying } from './transport/replay.ts'
import { requestGate } from './transport/request-gate.ts'
import type { Routes } from './transport/routes.ts'
import { serveHttp2 } from './transport/server/http2-server.ts'
import { recordUndecoded } from './transport/server/record-undecoded.ts'

/** A service that runs in this process. */
export type RunningService = {
  name: ServiceName
  /** The transport for callers in this process. */
  transport: Transport
  /** The address of its port; undefined where it does not listen. */
  url: string | undefined
  /** @throws when a part that the service needs does not answer. */
  ready(): Promise<void>
  /** Closes the port, and waits for its calls in progress. Callers in this process can still call. */
  drain(): Promise<void>
  /** Finishes the calls in progress, then stops. */
  destroy(): Promise<void>
}

/**
 * Puts the guard before a service's routes and opens its two transports: in process, and HTTP/2 where configured. If the port
 * cannot be opened, everything that the service has already started is stopped.
 */
export async function startService(options: {
  name: ServiceName
  cfg: Pick<ServiceConfig, 'listen' | 'serverTls'>
  routes: Routes
  directory: Directory
  clock: Clock
  log: Log
  /** The stored answers, which RPCs with idempotency keys need. */
  answers?: Answers
  ready: () => Promise<void>
  stop: () => Promise<void>
}): Promise<RunningService> {
  const { name, cfg, clock, answers, stop } = options
  const ready = singleFlight(options.ready)
  const routes = answers === undefined ? options.routes : replaying(options.routes, { answers, clock })
  const counting = aggregateCalls(options.directory.record, options)
  const directory = { ...options.directory, record: counting.record }
  const unauthenticated = unauthenticatedCallers(directory, options)
  const mapError = errorMapper(options.log)
  const interceptors = guard(directory, mapError)
  const gate = requestGate({ service: name, directory, clock, unauthenticated, mapError })
  const server =
    cfg.listen === undefined
      ? undefined
      : await serveHttp2({
          listen: cfg.listen,
          routes,
          interceptors,
          ready,
          requestGate: gate,
          recordUndecoded: recordUndecoded(directory, gate),
          ...(cfg.serverTls === undefined ? {} : { tls: cfg.serverTls }),
        }).catch(async (error) => {
          await counting.close()
          await stop()
          throw error
        })
  let drained: Promise<void> | undefined
  const drain = async (): Promise<void> => {
    drained ??= server?.close()
    await drained
  }
  return {
    name,
    transport: inProcessTransport(routes, interceptors),
    url: server?.url,
    ready,
    drain,
    destroy: () => stopAll([drain, counting.close, stop]),
  }
}
