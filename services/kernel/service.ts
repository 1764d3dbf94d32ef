import type { Transport } from '@connectrpc/connect'
import type { Clock } from './clock.ts'
import type { ServiceConfig } from './config.ts'
import type { Answers } from './database/answers.ts'
import type { ServiceName } from './identity/access.ts'
import type { Directory } from './identity/directory.ts'
import { guard } from './interceptors/guard.ts'
import { strangers } from './interceptors/strangers.ts'
import { errorTeller } from './interceptors/tell-error.ts'
import type { Log } from './log.ts'
import { shared } from './shared.ts'
import { door } from './transport/door.ts'
import { inProcessTransport } from './transport/in-process.ts'
import { recordUnheard } from './transport/record-unheard.ts'
import { replaying } from './transport/replay.ts'
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
  /** With these, RPCs that take idempotency keys keep what they promise. */
  answers?: Answers
  ready: () => Promise<void>
  stop: () => Promise<void>
}): Promise<RunningService> {
  const { name, cfg, directory, clock, answers, stop } = options
  const ready = shared(options.ready)
  const routes = answers === undefined ? options.routes : replaying(options.routes, { answers, clock })
  const watch = strangers(directory, options)
  const tellError = errorTeller(options.log)
  const interceptors = guard(directory, tellError)
  const opened = door({ directory, clock, strangers: watch, tellError })
  const server =
    cfg.listen === undefined
      ? undefined
      : await serveHttp2({
          listen: cfg.listen,
          routes,
          interceptors,
          ready,
          door: opened,
          unheard: recordUnheard(directory, opened),
          ...(cfg.serverTls === undefined ? {} : { tls: cfg.serverTls }),
        }).catch(async (error) => {
          await watch.close()
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
      await watch.close()
      await stop()
    },
  }
}
