import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Code, ConnectError } from '@connectrpc/connect'
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '../../../../proto/gen/grpc/health/v1/health_pb.ts'
import type { Routes } from '../routes.ts'

/** The standard health service (grpc.health.v1): every registered service by name, and "" for the whole. */
export function healthRoutes(routes: Routes, ready: () => Promise<void>, shutdown: AbortSignal): Routes {
  const known = new Set([''])
  routes({ service: (desc) => known.add(desc.typeName) })
  const status = async (service: string): Promise<Status> => {
    if (!known.has(service)) return Status.SERVICE_UNKNOWN
    return ready().then(
      () => Status.SERVING,
      () => Status.NOT_SERVING,
    )
  }
  const watched = poller(() => status(''), shutdown)
  return (sink) =>
    sink.service(Health, {
      async check({ service }) {
        const found = await status(service)
        if (found === Status.SERVICE_UNKNOWN)
          throw new ConnectError(`unknown service ${service}`, Code.NotFound)
        return { status: found }
      },
      async *watch({ service }, { signal }) {
        if (known.has(service)) for await (const now of watched(signal)) yield { status: now }
        else {
          yield { status: Status.SERVICE_UNKNOWN }
          await aborted(AbortSignal.any([signal, shutdown]))
        }
        // The reason is the end of the caller's deadline. At a shutdown the stream ends without an error.
        signal.throwIfAborted()
      },
    })
}

/** Checks the state once a second while there is at least one watcher. Each watcher gets the current state, then every change. */
function poller(look: () => Promise<Status>, shutdown: AbortSignal) {
  const watchers = new Set<(found: Status) => void>()
  let polling = false
  let last: Status | undefined
  const poll = async (): Promise<void> => {
    polling = true
    while (watchers.size > 0 && !shutdown.aborted) {
      last = await look()
      for (const notify of watchers) notify(last)
      await sleep(WATCH_MS, undefined, { signal: shutdown }).catch(() => {})
    }
    last = undefined
    polling = false
  }
  return async function* watch(signal: AbortSignal): AsyncGenerator<Status> {
    const ended = AbortSignal.any([signal, shutdown])
    let present = last
    let sent: Status | undefined
    let wake = (): void => {}
    const notify = (found: Status): void => {
      present = found
      if (present !== sent) wake()
    }
    watchers.add(notify)
    ended.addEventListener('abort', () => wake(), { once: true })
    if (!polling) void poll()
    try {
      while (!ended.aborted) {
        if (present !== undefined && present !== sent) {
          sent = present
          yield sent
        } else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      watchers.delete(notify)
    }
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

const WATCH_MS = 1000
