import { setTimeout as sleep } from 'node:timers/promises'
import { Code, ConnectError } from '@connectrpc/connect'
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '../../../proto/gen/grpc/health/v1/health_pb.ts'
import type { Routes } from './routes.ts'

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
  return (sink) =>
    sink.service(Health, {
      async check({ service }) {
        const found = await status(service)
        if (found === Status.SERVICE_UNKNOWN)
          throw new ConnectError(`unknown service ${service}`, Code.NotFound)
        return { status: found }
      },
      async *watch({ service }, context) {
        let last: Status | undefined
        while (!context.signal.aborted && !shutdown.aborted) {
          const now = await status(service)
          if (now !== last) yield { status: now }
          last = now
          await sleep(WATCH_MS, undefined, { signal: AbortSignal.any([context.signal, shutdown]) }).catch(
            () => {},
          )
        }
      },
    })
}

const WATCH_MS = 1000
