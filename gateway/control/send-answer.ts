import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answerJson, type Exchange, endWith } from '../http/exchange.ts'
import type { ControlAnswer } from './route.ts'

/**
 * Sends a route's answer once `record` is done. Nothing is sent before the first bytes of a stream: a failure before them is
 * answered as an error, a later one closes the connection. A client that disconnects is not a failure.
 */
export async function sendAnswer(
  exchange: Exchange,
  { status, headers = {}, json, stream }: ControlAnswer,
  record: () => Promise<void>,
): Promise<void> {
  const { request, response } = exchange
  const bytes = stream === undefined ? undefined : await begun(stream)
  await record()
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (json !== undefined) {
    answerJson(exchange, status, json)
    return
  }
  common(exchange, status)
  if (bytes === undefined || request.method === 'HEAD') response.end()
  else await pipeline(Readable.from(bytes), response).catch(unlessGone)
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (!GONE.has(error.code ?? '')) throw error
}

/** The error codes of a pipeline whose destination has closed, now or before. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'])

/** Sends an RPC's message, which is in pieces. */
export function sendMessage(
  exchange: Pick<Exchange, 'response' | 'requestId' | 'head' | 'answerBytes'>,
  contentType: string,
  body: Uint8Array[],
): void {
  const { response, head } = exchange
  const bytes = body.reduce((sum, piece) => sum + piece.length, 0)
  exchange.answerBytes = bytes
  response.setHeader('Content-Type', contentType)
  response.setHeader('Content-Length', bytes)
  for (let i = 0; i + 1 < head.length; i += 2) response.setHeader(head[i]!, head[i + 1]!)
  common(exchange, 200)
  endWith(response, body)
}

function common({ response, requestId }: Pick<Exchange, 'response' | 'requestId'>, status: number): void {
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.statusCode = status
}

async function begun(stream: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = stream[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  })()
}
