import type http2 from 'node:http2'
import type { DescMethod } from '@bufbuild/protobuf'
import { createConnectRouter, type Interceptor } from '@connectrpc/connect'
import { CallBatchService } from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { DomainError, Reason } from '../../errors/errors.ts'
import { callerOf } from '../../identity/caller.ts'
import { networkOf, plainAddress } from '../../identity/client-network.ts'
import { isEntryPoint, originKey } from '../../identity/origin.ts'
import { deadline } from '../../interceptors/deadline.ts'
import { BATCH_BYTES } from '../call-batch/limits.ts'
import { callBatches } from '../call-batch/server.ts'
import { descriptorLimit } from '../limits/descriptor-limit.ts'
import { encodeLarge } from '../limits/large-answers.ts'
import { fileIntoMessage } from '../limits/message-files.ts'
import { silentConnections } from '../limits/silent-connections.ts'
import { socketName } from '../limits/socket-name.ts'
import { StreamTurns } from '../limits/stream-turns.ts'
import { UnauthenticatedConnections } from '../limits/unauthenticated-connections.ts'
import { type Authenticated, unauthenticatedStreams } from '../limits/unauthenticated-streams.ts'
import { requireLoopback } from '../loopback.ts'
import type { RequestGate } from '../request-gate.ts'
import type { Routes } from '../routes.ts'
import type { ServerTls } from '../tls.ts'
import { unaryHandlers } from '../unary-call.ts'
import { BINARY_OPTIONS, MESSAGE_BYTES } from '../wire.ts'
import { adapter, connectionKey, type RecordUndecoded } from './adapter.ts'
import { healthRoutes } from './health.ts'
import {
  allowMany,
  FEW_STREAMS,
  type Handler,
  type Listen,
  listening,
  MANY_STREAMS,
  serverOf,
  sessionsOf,
  socketsOf,
} from './limited-server.ts'
import { reflectionRoutes } from './reflection.ts'

/** A running HTTP/2 port. */
export type RunningServer = { url: string; close(): Promise<void> }

/**
 * Serves a service's routes over HTTP/2: Connect, gRPC and gRPC-Web on one port, with grpc.health.v1 and server
 * reflection. Without TLS it binds to loopback only.
 *
 * @throws DomainError when the address is not loopback and there is no TLS, or cannot be bound.
 */
export async function serveHttp2(options: Served): Promise<RunningServer> {
  const { listen, tls } = options
  if (tls === undefined) requireLoopback(listen.host)
  const shutdown = new AbortController()
  const draining = new AbortController()
  const connections = new UnauthenticatedConnections(mostUnauthenticated())
  const handler = handlerOf(options, {
    shutdown: shutdown.signal,
    draining: draining.signal,
    authenticated: (session, client) => {
      connections.authenticated(session)
      if (client.isTrusted) TURNS.trusted(session)
      else TURNS.owned(session, client.id)
    },
  })
  const server = serverOf(handler, tls, options.requestGate === undefined ? MANY_STREAMS : FEW_STREAMS)
  // Without a gate no call is ever authenticated.
  if (options.requestGate !== undefined) {
    server.on('connection', connections.opened)
    server.on('session', (session) =>
      TURNS.accept(session, networkOf(plainAddress(session.socket.remoteAddress ?? ''))),
    )
  }
  const sessions = sessionsOf(server)
  const sockets = socketsOf(server)
  const endSilent = silentConnections(server)
  const port = await listening(server, listen)
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${listen.host}:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      draining.abort()
      endSilent()
      const alive = [...sessions].filter((session) => !session.destroyed)
      const used = new Set(alive.map(({ socket }) => socketName(socket)))
      // Over TLS a peer that has begun no handshake has no session.
      for (const socket of sockets) if (!used.has(socketName(socket))) socket.destroy()
      for (const session of sessions) session.close()
      const deadline = setTimeout(() => {
        shutdown.abort(new DomainError(Reason.UNAVAILABLE, 'shutting down'))
        for (const session of sessions) session.destroy()
        // A session ends its socket only once the peer has read what was sent.
        for (const socket of sockets) socket.destroy()
      }, DRAIN_MS)
      await closed
      clearTimeout(deadline)
      shutdown.abort()
    },
  }
}

type Served = {
  listen: Listen
  routes: Routes
  interceptors: Interceptor[]
  ready: () => Promise<void>
  /** The request gate of every call, except calls to the gRPC project's own services; absent: every call is accepted. */
  requestGate?: RequestGate
  /** Records the calls that never reached an interceptor. */
  recordUndecoded?: RecordUndecoded
  tls?: ServerTls
}

/** The signals by which calls have to end at once, and by which connections have to end. */
type Ends = { shutdown: AbortSignal; draining: AbortSignal }

/** Is called for each accepted call of another process. */
type OnAuthenticated = (session: http2.Http2Session, client: Authenticated) => void

/** The listener of a port: the routes behind the gate and the interceptors, and the gRPC project's own services. */
function handlerOf(
  options: Served,
  { shutdown, draining, authenticated }: Ends & { authenticated: OnAuthenticated },
): Handler {
  const collected: Routes[] = [options.routes, healthRoutes(options.routes, options.ready, shutdown)]
  const router = createConnectRouter({
    shutdownSignal: shutdown,
    acceptCompression: [],
    readMaxBytes: MESSAGE_BYTES,
    binaryOptions: BINARY_OPTIONS,
    // Otherwise an unknown enum word would count as absent and get the default.
    jsonOptions: { ignoreUnknownFields: false },
  })
  const unauthenticated = unauthenticatedStreams((path) => path.startsWith('/grpc.'))
  const guarded = {
    interceptors: [encodeLarge, fileIntoMessage, deadline, ...options.interceptors],
    ...(options.requestGate === undefined
      ? {}
      : {
          requestGate: authenticating(options.requestGate, (session, client) => {
            if (client.isTrusted) allowMany(session)
            unauthenticated.authenticated(session, client)
            authenticated(session, client)
          }),
        }),
  }
  if (options.requestGate !== undefined) {
    const handlers = unaryHandlers(options.routes, options.interceptors)
    const batches = callBatches({ handlers, requestGate: options.requestGate, draining })
    router.service(CallBatchService, batches, { ...guarded, readMaxBytes: MESSAGE_BYTES + BATCH_BYTES })
  }
  for (const routes of collected) {
    routes({
      service: (desc, impl) => router.service(desc, impl, isOpen(desc.typeName) ? OPEN : guarded),
    })
  }
  reflectionRoutes(collected)({ service: (desc, impl) => router.service(desc, impl, OPEN) })
  const served = adapter(router, limitOf, async (call) => {
    return isOpen(call.method.parent.typeName) ? undefined : options.recordUndecoded?.(call)
  })
  // Without a gate no call is ever authenticated.
  return options.requestGate === undefined ? served : unauthenticated.before(served)
}

/** A gate that also marks the connection of each accepted call as authenticated. */
function authenticating(gate: RequestGate, authenticated: OnAuthenticated): RequestGate {
  return async (call) => {
    await gate(call)
    const { values } = call
    const session = values.get(connectionKey)
    if (session === undefined) return
    const isTrusted = !isEntryPoint(values.get(originKey))
    authenticated(session, { id: isTrusted ? '' : (callerOf({ values }).actor?.id ?? ''), isTrusted })
  }
}

/** Shared by all ports of the process, as its event loop is. */
const TURNS = new StreamTurns()

/**
 * How many connections of a port may be without an authenticated call. A process has up to four such ports, and may have few file
 * descriptors.
 */
function mostUnauthenticated(): number {
  return Math.min(256, Math.floor((descriptorLimit() ?? Number.POSITIVE_INFINITY) / 16))
}

/** How long a stop waits for calls in progress. */
const DRAIN_MS = 10_000

/** Whether a service is one of the gRPC project's (health, reflection), which need no credential. */
function isOpen(typeName: string): boolean {
  return typeName.startsWith('grpc.')
}
/** The limit of a message to these services: their requests hold the name of a service. */
const OPEN = { readMaxBytes: 4096 }

/** How many bytes a message may have. Batches of calls come from the installation itself: Connect-ES limits them. */
function limitOf({ parent: { typeName } }: DescMethod): number {
  if (typeName === CallBatchService.typeName) return Number.POSITIVE_INFINITY
  return isOpen(typeName) ? OPEN.readMaxBytes : MESSAGE_BYTES
}
