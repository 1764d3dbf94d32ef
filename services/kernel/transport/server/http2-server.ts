import http2 from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
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
import { StreamTurns } from '../limits/stream-turns.ts'
import { UnauthenticatedConnections } from '../limits/unauthenticated-connections.ts'
import { type Authenticated, unauthenticatedStreams } from '../limits/unauthenticated-streams.ts'
import { requireLoopback } from '../loopback.ts'
import type { RequestGate } from '../request-gate.ts'
import type { Routes } from '../routes.ts'
import type { ServerTls } from '../tls.ts'
import { unaryHandlers } from '../unary-call.ts'
import { BINARY_OPTIONS, MESSAGE_BYTES, SESSION_MEMORY_MIB } from '../wire.ts'
import { adapter, connectionKey, type RecordUndecoded } from './adapter.ts'
import { healthRoutes } from './health.ts'
import { reflectionRoutes } from './reflection.ts'

/** Where a service listens: `host:port`. */
export type Listen = { host: string; port: number }

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
      const used = new Set(alive.map(({ socket }) => nameOf(socket)))
      // Over TLS a peer that has begun no handshake has no session.
      for (const socket of sockets) if (!used.has(nameOf(socket))) socket.destroy()
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

type Handler = (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void

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

/** @param streams how many streams a connection may have open; see allowMany */
function serverOf(
  handler: Handler,
  tls: ServerTls | undefined,
  streams: number,
): http2.Http2Server | http2.Http2SecureServer {
  const limited = { ...LIMITED, settings: { ...LIMITED.settings, maxConcurrentStreams: streams } }
  const server =
    tls === undefined
      ? http2.createServer(limited, handler)
      : http2.createSecureServer(
          {
            ...tls,
            requestCert: tls.ca !== undefined,
            rejectUnauthorized: true,
            ...limited,
          },
          handler,
        )
  server.maxConnections = MAX_CONNECTIONS
  return server
}

/**
 * The open sessions of a server. A session without traffic is closed here, because Node does not count a session with a stream as
 * idle.
 */
function sessionsOf(
  server: http2.Http2Server | http2.Http2SecureServer,
): ReadonlySet<http2.ServerHttp2Session> {
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.setTimeout(IDLE_MS, () => session.close())
    session.once('close', () => sessions.delete(session))
  })
  return sessions
}

/** The open sockets of a server, with and without a session. */
function socketsOf(server: http2.Http2Server | http2.Http2SecureServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** HTTP/2 exposes the socket of a session only in part. */
function nameOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}

/** @returns the port. @throws DomainError when the address cannot be bound */
async function listening(
  server: http2.Http2Server | http2.Http2SecureServer,
  { host, port }: Listen,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new DomainError(Reason.UNAVAILABLE, `cannot listen on ${host}:${port}: ${cause.message}`, { cause }),
      ),
    )
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
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

/** Lets a process of this installation open more streams, once. The calls of a process share one connection. */
function allowMany(session: http2.Http2Session): void {
  if (session.destroyed || session.localSettings.maxConcurrentStreams === MANY_STREAMS) return
  session.settings({ maxConcurrentStreams: MANY_STREAMS })
}

/** Shared by all ports of the process, as its event loop is. */
const TURNS = new StreamTurns()

/** Limits of one session; see also SESSION_MEMORY_MIB. */
const LIMITED = {
  maxSessionMemory: SESSION_MEMORY_MIB,
  maxSessionInvalidFrames: 32,
  maxSessionRejectedStreams: 100,
  /** How many calls callers may cancel, in a burst and per second: all clients of a gateway may disconnect at once. */
  streamResetBurst: 1000,
  streamResetRate: 100,
  unknownProtocolTimeout: 10_000,
  settings: { maxHeaderListSize: 64 * 1024 },
}
/**
 * How many streams a connection may have open. nghttp2 refuses further ones at the cost of their frames, and ends the connection
 * with the 33rd (`maxSessionInvalidFrames`). Clients open up to 100 before they know the limit (RFC 9113 section 6.5.2).
 */
const FEW_STREAMS = 100
const MANY_STREAMS = 1000
const MAX_CONNECTIONS = 1000

/**
 * How many connections of a port may be without an authenticated call. A process has up to four such ports, and may have few file
 * descriptors.
 */
function mostUnauthenticated(): number {
  return Math.min(256, Math.floor((descriptorLimit() ?? Number.POSITIVE_INFINITY) / 16))
}

/** How long a session may be without traffic. */
const IDLE_MS = 300_000

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
