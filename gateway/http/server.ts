import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import type { GatewayContext } from '../context.ts'
import { observed } from '../metrics/observe.ts'
import { breakOff } from './body.ts'
import { clientAddress } from './client-address.ts'
import { answerError, type Exchange, targetOf } from './exchange.ts'
import { errorBody, RestError, toRestError } from './rest-error.ts'
import { wrongStart } from './wrong-start.ts'

/** A part of the gateway: the path that it answers for, with everything below, and how it answers. */
export type Surface = { path: string; serve: (exchange: Exchange) => Promise<void> }

/**
 * The HTTP server: node:http, with each surface reading its requests raw, so that its pipeline decides in its own
 * order. Every answer carries X-Request-Id, those to malformed HTTP included.
 */
export function httpServer(ctx: GatewayContext, surfaces: Surface[]): Server {
  const addressOf = clientAddress(ctx.cfg.trustedProxies)
  const longestFirst = [...surfaces].sort((a, b) => b.path.length - a.path.length)
  const underWay = new WeakMap<Duplex, Exchange>()
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = mintId(ctx.clock.now())
    const { path, query } = targetOf(request.url ?? '/')
    const exchange: Exchange = {
      request,
      response,
      requestId,
      clientAddress: addressOf(request),
      path,
      query,
      head: [],
    }
    underWay.set(request.socket, exchange)
    const wrong = wrongStart(request)
    if (wrong !== undefined) {
      response.shouldKeepAlive = false
      answerError(exchange, wrong)
      return
    }
    const surface = longestFirst.find((one) => covers(one.path, path))
    const serve = async (): Promise<void> => {
      try {
        if (surface === undefined) throw NOT_FOUND
        await surface.serve(exchange)
      } catch (thrown) {
        fail(ctx, exchange, thrown)
      }
    }
    void observed(ctx.metrics, exchange, surface?.path ?? '/', serve)
  }
  const server = http.createServer(
    {
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    handle,
  )
  server.maxConnections = ctx.cfg.maxConnections
  server.on('checkExpectation', handle)
  server.keepAliveTimeout = 75_000
  server.maxRequestsPerSocket = 0
  const mint = (): string => mintId(ctx.clock.now())
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    malformed(error, socket, underWay.get(socket), mint)
  })
  server.on('connect', (_, socket) => answerAfter(underWay.get(socket), socket, NOT_FOUND, mint))
  return Object.assign(server, ANSWERS_HALF_CLOSED)
}

function covers(surface: string, path: string): boolean {
  return path === surface || surface === '/' || (path.startsWith(surface) && path[surface.length] === '/')
}

function fail(ctx: GatewayContext, exchange: Exchange, thrown: unknown): void {
  const error = toRestError(thrown instanceof RestError ? thrown : fromConnectError(thrown))
  if (error.status === 500)
    ctx.log.error({ err: error.cause ?? thrown, request_id: exchange.requestId }, 'request failed')
  if (exchange.response.headersSent) exchange.response.destroy()
  else answerError(exchange, error)
}

/**
 * What cannot be read as HTTP/1.1 (RFC 9112) is answered in the one error shape: by the pipeline where it already
 * has the request and waits for its body, otherwise on the bare socket, after the answers that are due before it.
 */
function malformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: Pick<Exchange, 'request' | 'response'> | undefined,
  mint: () => string,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, message] = MALFORMED[error.code ?? ''] ?? [400, 'malformed HTTP request']
  const answer = new RestError(status, 'validation_error', message, { cause: error })
  if (last !== undefined && !last.request.complete) breakOff(last.request, answer)
  else answerAfter(last, socket, answer, mint)
}

/** Answers on the bare socket, once the answer to the request before is out. */
function answerAfter(
  last: Pick<Exchange, 'response'> | undefined,
  socket: Duplex,
  answer: RestError,
  mint: () => string,
): void {
  if (last !== undefined && !last.response.writableFinished && !last.response.destroyed) {
    last.response.once('close', () => answerSocket(socket, answer, mint()))
  } else {
    answerSocket(socket, answer, mint())
  }
}

function answerSocket(socket: Duplex, error: RestError, requestId: string): void {
  if (!socket.writable) return
  const body = errorBody(error)
  socket.end(
    `HTTP/1.1 ${error.status} ${http.STATUS_CODES[error.status]}\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
}

const MALFORMED: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'the request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
}

/**
 * A client may end its side of the connection once its requests are out (RFC 9293 section 3.6): it is answered all the
 * same. Node leaves it without a word otherwise, and its retry would do again what was done.
 */
const ANSWERS_HALF_CLOSED = { httpAllowHalfOpen: true }
const NOT_FOUND = new RestError(404, 'not_found', 'not found')
