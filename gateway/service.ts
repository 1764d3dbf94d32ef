import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DomainError, Reason } from '../services/kernel/errors/errors.ts'
import { silentConnections } from '../services/kernel/transport/limits/silent-connections.ts'
import { webConsole } from './console/surface.ts'
import type { GatewayContext } from './context.ts'
import { controlApi } from './control/control.ts'
import { CONTROL_PREFIX } from './control/prefix.ts'
import { docs } from './docs/surface.ts'
import { REST_PREFIX, restPipeline } from './http/rest.ts'
import { httpServer, type Surface } from './http/server.ts'
import { probes } from './http/surfaces/probes.ts'
import { wellKnown } from './http/surfaces/well-known.ts'
import { metricsSurface } from './metrics/surface.ts'
import { otlp } from './otlp/surface.ts'
import { tlog } from './tlog/surface.ts'
import { webhook } from './webhook/surface.ts'

/** A running gateway. */
export type RunningGateway = {
  port: number
  /** Waits for the calls in progress, then closes. */
  destroy(): Promise<void>
}

/** Every surface of the gateway by the path it answers for. */
function surfaces(ctx: GatewayContext): Surface[] {
  const rest = restPipeline(ctx)
  return [
    { path: REST_PREFIX, serve: rest },
    webhook(ctx, rest),
    otlp(ctx),
    tlog(ctx),
    { path: CONTROL_PREFIX, serve: controlApi(ctx) },
    docs(ctx),
    metricsSurface(ctx.metrics, ctx.requireOwnHost),
    ...webConsole(ctx.requireOwnHost),
    ...probes(ctx),
    wellKnown(ctx),
  ]
}

/** Starts the HTTP server. @throws DomainError when the address is taken or cannot be bound. */
export async function startGateway(ctx: GatewayContext): Promise<RunningGateway> {
  warnOfPath(ctx)
  const server = httpServer(ctx, surfaces(ctx))
  const endSilent = silentConnections(server)
  const { host, port } = ctx.cfg.listen
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'the port is in use' : message
    throw new DomainError(Reason.UNAVAILABLE, `cannot listen on ${host}:${port}: ${why}`, { cause })
  }
  return {
    port: (server.address() as AddressInfo).port,
    destroy: () => drain(server, endSilent).then(ctx.countedCalls.close),
  }
}

/** Warns if ATTESTRY_BASE_URL has a path: the console and the documentation use absolute paths. */
function warnOfPath({ cfg, log }: GatewayContext): void {
  if (!URL.canParse(cfg.baseUrl) || new URL(cfg.baseUrl).pathname === '/') return
  log.warn(
    {},
    'ATTESTRY_BASE_URL has a path: console and documentation work only at the root of a separate host name',
  )
}

async function drain(server: Server, endSilent: () => void): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  endSilent()
  server.closeIdleConnections()
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await closed
  clearTimeout(force)
  clearInterval(idle)
}

/** How long a stop waits for calls in progress. */
const DRAIN_MS = 10_000
