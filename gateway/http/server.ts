import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { coalescingMessage } from '../../services/kernel/bodies/coalescing-message.ts'
import { descriptorLimit } from '../../services/kernel/transport/limits/descriptor-limit.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import type { GatewayContext } from '../context.ts'
import { observed } from '../metrics/observe.ts'
import { errorBody, RestError } from './answers/rest-error.ts'
import { awaitsContinue, breakOff } from './bodies/body.ts'
import { type BodyBudgets, bodyBudgets } from './bodies/body-budget.ts'
import { abortWithoutStacks } from './connections/aborts.ts'
import { answerBudget } from './connections/answer-budget.ts'
import { clientAddress } from './connections/client-address.ts'
import { type ConnectionLimits, limitConnections } from './connections/connections.ts'
import { withinDescriptors } from './connections/descriptors.ts'
import { readScheduler } from './connections/read-scheduler.ts'
import { type RequestPipeline, requestPipeline } from './connections/request-pipeline.ts'
import { answerError, type Exchange, targetOf } from './exchange.ts'
import { restErrorOf } from './refusal.ts'
import { requestHeadError } from './requests/request-head.ts'

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
  const bodies = bodyBudgets()
  const onParsed = (socket: Socket, requests?: number): void => reads.parsed(socket, requests)
  const pipeline = requestPipeline(requestHandler(ctx, surfaces, addressOf, bodies), onParsed)
  const server = http.createServer(
    {
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
      IncomingMessage: coalescingMessage(onParsed),
    },
    pipeline.take,
  )
  server.keepAliveTimeout = 75_000
  server.maxRequestsPerSocket = 0
  const reads = readScheduler(server)
  abortWithoutStacks(server)
  server.on('connection', bodies.turns.accepted)
  const limits = connectionLimits(ctx)
  server.maxConnections = limits.total
  limitConnections(server, limits, addressOf.isTrusted, (socket) => pipeline.last(socket) !== undefined)
  server.on('checkExpectation', pipeline.take)
  server.on('checkContinue', (request, response) => {
    awaitsContinue(request, response)
    pipeline.take(request, response)
  })
  const mint = (): string => mintId(ctx.clock.now())
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    malformed(error, socket, pipeline, mint)
  })
  server.on('connect', (_, socket) => {
    pipeline.afterLast(socket, () => answerSocket(socket, NOT_FOUND, mint()))
  })
  return Object.assign(server, ANSWERS_HALF_CLOSED)
}

/** Returns the configured limits, reduced to the file descriptors of the process. */
function connectionLimits({ cfg, log }: Pick<GatewayContext, 'cfg' | 'log'>): ConnectionLimits {
  const configured = { perAddress: cfg.maxConnectionsPerAddress, total: cfg.maxConnections }
  const descriptors = descriptorLimit()
  const limits = withinDescriptors(configured, descriptors)
  if (limits.total < configured.total)
    log.warn(
      { descriptors, connections: limits.total, per_address: limits.perAddress },
      'the limit of file descriptors allows fewer connections than configured',
    )
  return limits
}

/** Gives each request an id, and hands it to the surface with the longest path that it begins with. */
function requestHandler(
  ctx: GatewayContext,
  surfaces: Surface[],
  addressOf: ReturnType<typeof clientAddress>,
  bodies: BodyBudgets,
): (request: IncomingMessage, response: ServerResponse) => void {
  const longestFirst = [...surfaces].sort((a, b) => b.path.length - a.path.length)
  const limitUnread = answerBudget()
  return (request, response) => {
    const { path, query } = targetOf(request.url ?? '/')
    const exchange: Exchange = {
      request,
      response,
      requestId: mintId(ctx.clock.now()),
      clientAddress: addressOf(request),
      path,
      query,
      head: [],
      bodies,
    }
    const wrong = requestHeadError(request)
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
      exchange.releaseListPlace?.()
      limitUnread(exchange)
    }
    void observed(ctx.metrics, exchange, surface?.path ?? '/', serve)
  }
}

function covers(surface: string, path: string): boolean {
  return path === surface || surface === '/' || (path.startsWith(surface) && path[surface.length] === '/')
}

function fail(ctx: GatewayContext, exchange: Exchange, thrown: unknown): void {
  const error = restErrorOf(thrown)
  if (error.status === 500)
    ctx.log.error({ err: error.cause ?? thrown, request_id: exchange.requestId }, 'request failed')
  if (exchange.response.headersSent) exchange.response.destroy()
  else answerError(exchange, error)
}

/**
 * Answers a request that cannot be read as HTTP/1.1 (RFC 9112) in the common error shape. If the pipeline already has the request
 * and waits for its body, the pipeline answers. Otherwise the answer is written to the bare socket, after the answers to the
 * requests before it.
 */
function malformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  pipeline: RequestPipeline,
  mint: () => string,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, message] = MALFORMED[error.code ?? ''] ?? [400, 'malformed HTTP request']
  const answer = new RestError(status, 'validation_error', message, { cause: error })
  const last = pipeline.last(socket)
  if (last !== undefined && !last.complete) breakOff(last, answer)
  else pipeline.afterLast(socket, () => answerSocket(socket, answer, mint()))
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
 * A client may end its side of the connection once its requests are sent (RFC 9293 section 3.6). It MUST still get its answer. By
 * default Node.js closes the connection without an answer, and the retry of the client would repeat the write.
 */
const ANSWERS_HALF_CLOSED = { httpAllowHalfOpen: true }
const NOT_FOUND = new RestError(404, 'not_found', 'not found')
