import http2 from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { DomainError, Reason } from '../../errors/errors.ts'
import type { ServerTls } from '../tls.ts'
import { SESSION_MEMORY_MIB } from '../wire.ts'

/** A server of HTTP/2 that limits what each of its connections may take. */
type Server = http2.Http2Server | http2.Http2SecureServer

/** Where a service listens: `host:port`. */
export type Listen = { host: string; port: number }

export type Handler = (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void

/** @param streams how many streams a connection may have open; see allowMany */
export function serverOf(handler: Handler, tls: ServerTls | undefined, streams: number): Server {
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
export function sessionsOf(server: Server): ReadonlySet<http2.ServerHttp2Session> {
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.setTimeout(IDLE_MS, () => session.close())
    session.once('close', () => sessions.delete(session))
  })
  return sessions
}

/** The open sockets of a server, with and without a session. */
export function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** @returns the port. @throws DomainError when the address cannot be bound */
export async function listening(server: Server, { host, port }: Listen): Promise<number> {
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

/** Lets a process of this installation open more streams, once. The calls of a process share one connection. */
export function allowMany(session: http2.Http2Session): void {
  if (session.destroyed || session.localSettings.maxConcurrentStreams === MANY_STREAMS) return
  session.settings({ maxConcurrentStreams: MANY_STREAMS })
}

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
export const FEW_STREAMS = 100
export const MANY_STREAMS = 1000
const MAX_CONNECTIONS = 1000

/** How long a session may be without traffic. */
const IDLE_MS = 300_000
