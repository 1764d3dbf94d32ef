import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { joinedPieces } from '../../../services/kernel/bodies/joined-pieces.ts'
import type { Log } from '../../../services/kernel/logging/log.ts'
import { smallServer } from '../../http/connections/small-server.ts'
import type { Witness } from './witness.ts'

/**
 * Serves a witness: `POST /add-checkpoint` and `GET /<origin hash>/checkpoint` of C2SP tlog-witness. Callers are
 * not authenticated; only the log's signature counts. Bodies, time and connections are bounded.
 */
export async function serveWitness(
  witness: Witness,
  { host, port, log }: { host: string; port: number; log: Log },
): Promise<{ host: string; port: number; close(): Promise<void> }> {
  const server = smallServer({ total: 256, perAddress: 64 }, (request, response) => {
    answerTo(witness, request, log)
      .catch((err): Answer => {
        log.error({ err }, 'the witness could not answer')
        return { status: 500, body: 'the witness cannot read or keep its state\n' }
      })
      .then((answer) => send(response, answer))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, port: taken } = server.address() as AddressInfo
  return {
    host: address,
    port: taken,
    close: async () => {
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answerTo(witness: Witness, request: IncomingMessage, log: Log): Promise<Answer> {
  const { method, url = '' } = request
  if (url === '/add-checkpoint') {
    if (method !== 'POST') return { status: 405, body: 'POST a checkpoint\n', headers: { allow: 'POST' } }
    const body = await readBody(request)
    if (body === undefined) return { status: 413, body: `a request has at most ${MAX_BODY} bytes\n` }
    return added(await witness.addCheckpoint(body), log)
  }
  const hash = CHECKPOINT.exec(url)?.[1]
  if (hash === undefined) return { status: 404, body: 'not found\n' }
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, body: 'GET it\n', headers: { allow: 'GET, HEAD' } }
  const checkpoint = await witness.checkpoint(hash)
  return checkpoint === undefined
    ? { status: 404, body: 'no checkpoint of this log was cosigned\n' }
    : { status: 200, body: checkpoint, headers: { 'cache-control': 'no-cache' } }
}

function added(outcome: Awaited<ReturnType<Witness['addCheckpoint']>>, log: Log): Answer {
  if ('line' in outcome) {
    log.info({ origin: outcome.origin, tree_size: outcome.size }, 'cosigned')
    return { status: 200, body: outcome.line }
  }
  const { status, why, size } = outcome
  // The log has signed a different tree than before: its note may prove that it misbehaves.
  if (status === 422) log.warn({ status, why }, 'checkpoint refused')
  if (size === undefined) return { status, body: `${why}\n` }
  return { status, body: `${size}\n`, headers: { 'content-type': 'text/x.tlog.size' } }
}

/** Reads the body as text; undefined if it is too long. Invalid UTF-8 becomes a character that no note may contain. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces = joinedPieces()
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= MAX_BODY) pieces.add(chunk)
  }
  if (length > MAX_BODY) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(pieces.join())
  } catch {
    return '\0'
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(body)
}

/** Limit of a body: sixteen signatures of the longest kind, and the longest proof. */
const MAX_BODY = 128 * 1024
const CHECKPOINT = /^\/([0-9a-f]{64})\/checkpoint$/

type Answer = { status: number; body: string; headers?: Record<string, string> }
