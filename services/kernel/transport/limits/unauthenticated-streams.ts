import http2, { type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from 'node:http2'
import { TokenBucket, type TokenRate } from '../../concurrency/token-bucket.ts'
import { networkOf, plainAddress } from '../../identity/client-network.ts'
import { RecentMap } from '../../values/recent-map.ts'
import { headerBytes, holdStream } from './held-streams.ts'
import { turnsOfConnections } from './turns-of-connections.ts'

/**
 * Limits the streams that a connection may open before one of its calls is authenticated, and the streams of the open services,
 * which need no credential. A connection with an authenticated call draws on no bucket.
 *
 * - An unauthenticated stream draws on a bucket of its connection and on one of its address. Where either is empty, the
 *   connection is ended, and its other streams cost nothing more.
 * - A connection whose headers have more than a limited size before one of its calls is authenticated is ended.
 * - Streams without a credential are served a few in each turn of the event loop, even on authenticated connections. A stream
 *   that is reset before its turn is not served at all.
 * - The calls of a new connection that carry a credential are checked one after the other until one is accepted, and those of all
 *   connections a few in each turn. Calls of service clients are served two in each turn while those of many connections wait.
 * - Open streams of the open services are limited, for each connection and in total.
 * - The memory of all open streams is limited, except those of this installation's own processes (held-streams.ts).
 */
type UnauthenticatedStreams = {
  /** Puts the limits before a listener. */
  before(listener: Listener): Listener
  /** A call on this connection was authenticated. */
  authenticated(session: Http2Session, client: Authenticated): void
}

/** The service client of a call; `isTrusted`: it is a process of this installation. */
export type Authenticated = { id: string; isTrusted: boolean }

type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void

export function unauthenticatedStreams(isOpen: (path: string) => boolean): UnauthenticatedStreams {
  const connections = new WeakMap<Http2Session, Connection>()
  const drawOnAddress = addressBuckets()
  const admitOpen = openStreams()

  const connectionOf = (session: Http2Session, address: string): Connection => {
    const known = connections.get(session)
    if (known !== undefined) return known
    const made = newConnection(address)
    connections.set(session, made)
    return made
  }
  const draw = ({ bucket, address }: Connection): boolean => bucket.take() && drawOnAddress(address)
  const serveUnauthenticated = (connection: Connection, { request, response, listener }: Call): void => {
    const { stream, url: path = '' } = request
    const { session } = stream
    if (session === undefined) return
    if (!connection.authenticated && !draw(connection)) end(session)
    else if (isOpen(path) && !admitOpen(connection, request, path))
      stream.close(http2.constants.NGHTTP2_REFUSED_STREAM)
    else serveInTurn(stream, () => listener(request, response))
  }
  /** Serves the call once the earlier ones of its connection are checked. */
  const checkInTurn = (connection: Connection, call: Call): void => {
    const { stream } = call.request
    const { session } = stream
    connection.checking = connection.checking.then(async () => {
      if (session === undefined || stream.closed || stream.destroyed || session.destroyed) return
      if (connection.authenticated) return serveAccepted(connection, call)
      await checked(connection, call)
      if (!connection.authenticated && !draw(connection)) end(session)
    })
  }
  return {
    authenticated: (session, { id, isTrusted }) => {
      const connection = connections.get(session)
      if (connection === undefined) return
      connection.owner = isTrusted ? undefined : id
      if (connection.authenticated) return
      connection.authenticated = true
      connection.decided?.()
    },
    before: (listener) => (request, response) => {
      const { session } = request.stream
      if (session === undefined || session.destroyed) return
      const connection = connectionOf(session, plainAddress(request.socket.remoteAddress ?? ''))
      const { owner } = connection
      if (owner !== undefined) holdStream(request, owner)
      if (!connection.authenticated && exceedsHeaders(connection, request)) return end(session)
      const open = isOpen(request.url ?? '')
      const call = { request, response, listener }
      if (!open && connection.authenticated) return serveAccepted(connection, call)
      if (open || request.headers.authorization === undefined) serveUnauthenticated(connection, call)
      else checkInTurn(connection, call)
    },
  }
}

/** Serves a call of a connection that has an authenticated call. */
function serveAccepted({ owner }: Connection, { request, response, listener }: Call): void {
  const inTurn = owner === undefined ? serveAuthenticated : serveClient
  inTurn(request.stream, () => listener(request, response))
}

/** Serves a call in its turn. Resolves when its credential is accepted, or when the call has ended. */
function checked(connection: Connection, { request, response, listener }: Call): Promise<void> {
  const { stream } = request
  const over = new Promise<void>((resolve) => {
    connection.decided = resolve
    stream.once('close', resolve)
    response.once('finish', resolve)
  })
  check(stream, () => listener(request, response))
  return over
}

/** Counts the headers of a request; true where those of its connection are more than allowed. */
function exceedsHeaders(connection: Connection, request: Http2ServerRequest): boolean {
  connection.headerBytes += headerBytes(request)
  return connection.headerBytes > MAX_HEADER_BYTES
}

/** Draws on the bucket of an address; false where it is empty. */
function addressBuckets(): (address: string) => boolean {
  const buckets = new RecentMap<string, TokenBucket>(ADDRESSES)
  return (address) => {
    let bucket = buckets.get(address)
    if (bucket === undefined) {
      bucket = new TokenBucket(ADDRESS)
      buckets.set(address, bucket)
    }
    return bucket.take()
  }
}

type Call = { request: Http2ServerRequest; response: Http2ServerResponse; listener: Listener }

/** Counts the streams of open services for as long as each is open; false where there are too many. */
function openStreams(): (connection: Connection, request: Http2ServerRequest, path: string) => boolean {
  let longOfAll = 0
  return (connection, { stream }, path) => {
    if (path.endsWith(UNARY)) {
      if (connection.short >= MAX_SHORT) return false
      connection.short += 1
      stream.once('close', () => (connection.short -= 1))
      return true
    }
    if (connection.long >= MAX_LONG || longOfAll >= MAX_LONG_IN_ALL) return false
    connection.long += 1
    longOfAll += 1
    stream.once('close', () => {
      connection.long -= 1
      longOfAll -= 1
    })
    return true
  }
}

/** Serving a call is more work than refusing one. */
const CLIENTS_WHEN_MANY = 2

/** Shared by all ports of the process, as its event loop is. */
const serveInTurn = turnsOfConnections()
const serveAuthenticated = turnsOfConnections()
const serveClient = turnsOfConnections(CLIENTS_WHEN_MANY)
const check = turnsOfConnections()

/** Ends a connection with all its streams. */
function end(session: Http2Session): void {
  session.goaway(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM)
  session.destroy()
}

type Connection = {
  authenticated: boolean
  bucket: TokenBucket
  address: string
  /** Whose streams the connection opens; undefined: those of a process of this installation. */
  owner: string | undefined
  /** The size of all headers before a call was authenticated. */
  headerBytes: number
  /** How many streams of open services are open: those that one answer ends, and those that last. */
  short: number
  long: number
  /** Settles when the newest call with a credential has been checked. */
  checking: Promise<void>
  decided?: () => void
}

function newConnection(address: string): Connection {
  const bucket = new TokenBucket(CONNECTION)
  const owner = networkOf(address)
  return { authenticated: false, bucket, address, owner, headerBytes: 0, short: 0, long: 0, checking: NOW }
}

const CONNECTION: TokenRate = { burst: 128, perSecond: 32 }
const ADDRESS: TokenRate = { burst: 1024, perSecond: 128 }
/** How many addresses keep their bucket: those that called last. A bucket is full again after eight seconds in any case. */
const ADDRESSES = 10_000
/** A hundred calls of a process of this installation have a third of it. */
const MAX_HEADER_BYTES = 512 * 1024
const NOW = Promise.resolve()

/** The only unary method of the open services. */
const UNARY = '/Check'
const MAX_SHORT = 64
const MAX_LONG = 8
const MAX_LONG_IN_ALL = 256
