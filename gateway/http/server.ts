import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { coalescingMessage } from '../../services/kernel/coalescing-message.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import type { GatewayContext } from '../context.ts'
import { observed } from '../metrics/observe.ts'
import { awaitsContinue, breakOff } from './bodies/body.ts'
import { bodyBudgets } from './bodies/body-budget.ts'
import { abortWithoutStacks } from './connections/aborts.ts'
import { answerBudget } from './connections/answer-budget.ts'
import { clientAddress } from './connections/client-address.ts'
import { limitConnections } from './connections/connections.ts'
import { readScheduler } from './connections/read-scheduler.ts'
import { type RequestPipeline, requestPipeline } from './connections/request-pipeline.ts'
import { answerError, type Exchange, targetOf } from './exchange.ts'
import { wrongStart } from './requests/wrong-start.ts'
import { errorBody, RestError, toRestError } from './rest-error.ts'

/** A part of the gateway: its path prefix, and the function that answers requests below it. */
export type Surface = { path: string; serve: (exchange: Exchange) => Promise<void> }

/**
 * The HTTP server on node:http. Each surface reads its raw requests, so that its pipeline has its own order of checks. Every
 * answer has X-Request-Id, also the answer to malformed HTTP. The resources that clients can hold are bounded: one request of
 * a connection at a time (request-pipeline.ts), connections of an address (connections.ts), bodies (body-budget.ts) and answers that
 * clients do not read (answer-budget.ts).
 */
export function httpServer(ctx: GatewayContext, surfaces: Surface[]): Server {
  const addressOf = clientAddress(ctx.cfg.trustedProxies)
  const longestFirst = [...surfaces].sort((a, b) => b.path.length - a.path.length)
  const bodies = bodyBudgets()
  const lookAfter = answerBudget()
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
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
      bodies,
    }
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
      exchange.body?.release()
      exchange.place?.()
      lookAfter(exchange)
    }
    void observed(ctx.metrics, exchange, surface?.path ?? '/', serve)
  }
  const line = requestPipeline(begin, (socket) => reads.parsed(socket))
  const server = http.createServer(
    {
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
      IncomingMessage: coalescingMessage((socket) => reads.parsed(socket)),
    },
    line.take,
  )
  const reads = readScheduler(server)
  abortWithoutStacks(server)
  server.on('connection', bodies.turns.accepted)
  server.maxConnections = ctx.cfg.maxConnections
  const { maxConnections: total, maxConnectionsPerAddress: perAddress } = ctx.cfg
  limitConnections(
    server,
    { perAddress, total },
    addressOf.isTrusted,
    (socket) => line.last(socket) !== undefined,
  )
  server.on('checkExpectation', line.take)
  server.on('checkContinue', (request, response) => {
    awaitsContinue(request, response)
    line.take(request, response)
  })
  server.keepAliveTimeout = 75_000
  server.maxRequestsPerSocket = 0
  const mint = (): string => mintId(ctx.clock.now())
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    malformed(error, socket, line, mint)
  })
  server.on('connect', (_, socket) => {
    line.afterLast(socket, () => answerSocket(socket, NOT_FOUND, mint()))
  })
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
 * A request that cannot be read as HTTP/1.1 (RFC 9112) is answered in the common error shape. The pipeline answers where it
 * already has the request and waits for its body. Otherwise the answer is written to the bare socket, after the answers to the
 * requests before it.
 */
function malformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  line: RequestPipeline,
  mint: () => string,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, message] = MALFORMED[error.code ?? ''] ?? [400, 'malformed HTTP request']
  const answer = new RestError(status, 'validation_error', message, { cause: error })
  const last = line.last(socket)
  if (last !== undefined && !last.complete) breakOff(last, answer)
  else line.afterLast(socket, () => answerSocket(socket, answer, mint()))
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
 * A client may end its side of the connection once its requests are sent (RFC 9293 section 3.6). It MUST still get its answer.
 * By default Node closes the connection without an answer, and the client's retry would repeat the write.
 */
const ANSWERS_HALF_CLOSED = { httpAllowHalfOpen: true }
const NOT_FOUND = new RestError(404, 'not_found', 'not found')
