import type { Transport } from '@connectrpc/connect'
import type { ServiceName } from './access.ts'
import type { Clock } from './clock.ts'
import type { ServiceConfig } from './config.ts'
import type { Directory } from './directory.ts'
import { guard } from './interceptors/guard.ts'
import type { Log } from './log.ts'
import { inProcessTransport } from './transport/in-process.ts'
import type { Routes } from './transport/routes.ts'
import { serveHttp2 } from './transport/server.ts'

/** A service that runs in this process. */
export type RunningService = {
  name: ServiceName
  /** How callers in this process reach it. */
  transport: Transport
  /** Where it listens, if it does. */
  url: string | undefined
  /** @throws when a part that it needs does not answer. */
  ready(): Promise<void>
  /** Drains the calls under way, then stops. */
  destroy(): Promise<void>
}

/**
 * Puts the guard before a service's routes and opens its two doors: in process, and HTTP/2 where configured. A port
 * that cannot be opened stops what the service has started already.
 */
export async function startService(options: {
  name: ServiceName
  cfg: Pick<ServiceConfig, 'listen' | 'serverTls'>
  routes: Routes
  directory: Directory
  clock: Clock
  log: Log
  ready: () => Promise<void>
  stop: () => Promise<void>
}): Promise<RunningService> {
  const { name, cfg, routes, ready, stop } = options
  const interceptors = guard(options)
  const server =
    cfg.listen === undefined
      ? undefined
      : await serveHttp2({
          listen: cfg.listen,
          routes,
          interceptors,
          ready,
          ...(cfg.serverTls === undefined ? {} : { tls: cfg.serverTls }),
        }).catch(async (error) => {
          await stop()
          throw error
        })
  return {
    name,
    transport: inProcessTransport(routes, interceptors),
    url: server?.url,
    ready,
    destroy: async () => {
      await server?.close()
      await stop()
    },
  }
}
