import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ListPlace } from '../../services/kernel/concurrency/list-places.ts'
import type { Hold } from '../../services/kernel/concurrency/memory-budget.ts'
import { networkOf } from '../../services/kernel/identity/client-network.ts'
import type { JsonValue } from '../../services/kernel/json/canonical-json.ts'
import { EncodedJson } from '../../services/kernel/json/encoded-json.ts'
import { listInTurns } from '../../services/kernel/json/list-in-turns.ts'
import { challengeOf } from './answers/challenge.ts'
import { errorBody, type RestError } from './answers/rest-error.ts'
import type { BodyBudgets } from './bodies/body-budget.ts'

/** One HTTP request, and the functions that answer it once. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  /** UUIDv7, created here. Every answer has it as X-Request-Id. */
  requestId: string
  clientAddress: string
  /** Path and query of the request target, as sent. */
  path: string
  query: string
  /** Additional header fields of the answer: names and values alternate. */
  head: string[]
  /** The audit operation, once it is known. */
  operation?: string
  /** The memory for bodies, and the part that this request's body holds, once it is read. */
  bodies: BodyBudgets
  body?: Hold
  /** Gives back the place of a list. The server calls it once the answer is written. */
  releaseListPlace?: () => void
  /** The same place, for the code that reads and encodes the list. */
  listPlace?: ListPlace
  /** Bytes of its answer's body, once it is written. */
  answerBytes?: number
}

/** The part of an exchange that an answer needs. */
type Answering = Pick<
  Exchange,
  'request' | 'response' | 'requestId' | 'head' | 'answerBytes' | 'bodies' | 'clientAddress'
>

/** Splits the target of a request; the absolute form (RFC 9112 section 3.2.2) counts by its path. */
export function targetOf(url: string): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const at = target.indexOf('?')
  const path = at === -1 ? target : target.slice(0, at)
  return { path: path === '' ? '/' : path, query: at === -1 ? '' : target.slice(at + 1) }
}

/**
 * Answers with a body, JSON unless the media type says otherwise. If the request's body was not read to its end, the connection
 * closes. Before it closes, more bytes are read and discarded for a while: closing immediately would reset the connection, and the
 * client would lose the answer (RFC 9112 section 9.6).
 */
export function answer(
  exchange: Answering,
  status: number,
  body: string | Uint8Array | Uint8Array[],
  type = 'application/json; charset=utf-8',
  cache = 'no-store',
): void {
  const { request, response, requestId, head } = exchange
  const encoded = typeof body === 'string' && body.length > SMALL_TEXT ? Buffer.from(body) : body
  const pieces = Array.isArray(encoded) ? encoded : [encoded]
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  exchange.answerBytes = bytes
  const sent = request.method === 'HEAD' ? [] : pieces
  head.push('X-Request-Id', requestId, 'Content-Type', type)
  head.push('Content-Length', String(bytes), 'Cache-Control', cache)
  head.push('X-Content-Type-Options', 'nosniff')
  if (request.complete || !hasBody(request)) {
    endWith(response.writeHead(status, head), sent)
    return
  }
  head.push('Connection', 'close')
  response.writeHead(status, head).flushHeaders()
  for (const piece of sent) response.write(piece)
  discardRest(exchange, () => response.end())
}

/** Ends an answer with a body in pieces. Joining them would take longer than encoding them. */
export function endWith(response: ServerResponse, pieces: (string | Uint8Array)[]): void {
  for (const piece of pieces.slice(0, -1)) response.write(piece)
  response.end(pieces.at(-1))
}

export function answerJson(exchange: Exchange, status: number, value: unknown): void {
  answer(exchange, status, value instanceof EncodedJson ? value.bytes : JSON.stringify(value as JsonValue))
}

/** Answers like `answerJson`. The items of a list (docs/api.md 4.1.1) are encoded in turns of the event loop. */
export async function answerList(exchange: Exchange, status: number, value: object): Promise<void> {
  const { data, ...others } = value as { data?: unknown }
  if (!Array.isArray(data)) return answerJson(exchange, status, value)
  const end = JSON.stringify(others).slice(1)
  const last = end === '}' ? ']}' : `],${end}`
  const around = { first: '{"data":[', between: ',', last, grew: exchange.listPlace?.grew }
  answer(exchange, status, await listInTurns(data, (item) => JSON.stringify(item), around))
}

export function answerError(exchange: Exchange, error: RestError): void {
  if (error.retryAfter !== undefined) exchange.head.push('Retry-After', String(error.retryAfter))
  if (error.status === 401) exchange.head.push('WWW-Authenticate', challengeOf(exchange.path))
  answer(exchange, error.status, errorBody(error))
}

/**
 * Discards the rest of a body, in turns with the bodies of others (body-scheduler.ts), so that the client can read its answer.
 */
function discardRest({ request, bodies, clientAddress }: Answering, done: () => void): void {
  const timer = setTimeout(() => finish(), LINGER_MS)
  const finish = (): void => {
    clearTimeout(timer)
    request.off('end', finish).off('close', finish).off('data', discard)
    done()
  }
  const discard = (): void => {
    request.pause()
    bodies.turns.wait(networkOf(clientAddress), () => request.resume())
  }
  request.on('end', finish).on('close', finish).on('data', discard).resume()
}

/**
 * The length up to which Node joins a text with the head and encodes it when it is written. Longer text is encoded here: V8 does
 * not count the memory of text that Node has encoded and the client has not read, and collects too little garbage.
 */
const SMALL_TEXT = 64 * 1024

/** Milliseconds for which a connection that is about to close still accepts bytes of its client. */
const LINGER_MS = 1000

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
