import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { joinedPieces } from '../../../services/kernel/bodies/joined-pieces.ts'
import { smallServer } from '../../http/connections/small-server.ts'
import type { Outbox, Settled } from './outbox.ts'
import { MAX_ALERT_BYTES } from './split.ts'

/**
 * Starts the relay's listener, on 127.0.0.1 only. It takes alerts by POST to any path, and passes their bytes on unchanged.
 *
 * A sender is answered once its alert is safe: 200 when the endpoint accepted it within `answerWithinMs`, the endpoint's 4xx when
 * it refused it (the alert is kept in `refused/`), otherwise 202, the alert being on the disk. An alert that could not be stored
 * is never acknowledged: 503 with `Retry-After` when the spool is full or the disk fails. Requests that a web page could make a
 * browser send (an Origin, a foreign Host) are refused. A GET is answered with the number of waiting alerts, and with the
 * challenge by which Okta verifies an event hook once.
 */
export async function listen(outbox: Outbox, port: number, answerWithinMs: number): Promise<Listener> {
  const server = smallServer({ total: 200, perAddress: 200 }, (request, response) => {
    receive(outbox, request, answerWithinMs)
      .catch((): Answer => ({ status: 503, body: error('spool_failed', 'the alert could not be kept') }))
      .then((answer) => send(response, answer))
  })
  // A sender that closed its side after its alert still gets an answer. Otherwise it would send the accepted alert again.
  Object.assign(server, { httpAllowHalfOpen: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function receive(outbox: Outbox, request: IncomingMessage, answerWithinMs: number): Promise<Answer> {
  if (!isLocal(request))
    return { status: 403, body: error('forbidden', 'the relay serves programs of this machine') }
  if (request.method === 'GET') {
    const challenge = request.headers['x-okta-verification-challenge']
    const body = typeof challenge === 'string' ? { verification: challenge } : { ...outbox.counts }
    return { status: 200, body }
  }
  if (request.method !== 'POST') return { status: 405, body: error('method_not_allowed', 'POST an alert') }
  if (!/^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '')) {
    return { status: 415, body: error('unsupported_media_type', 'compressed bodies are not accepted') }
  }
  if (!outbox.hasCapacity()) return { status: 503, body: error('spool_full', 'too many alerts are waiting') }
  const body = await readBody(request)
  if (body === null) return { status: 413, body: error('payload_too_large', 'an alert has at most 1 MiB') }
  if (body.length === 0) return { status: 400, body: error('invalid_json', 'the body is empty') }

  const { settled } = await outbox.add(body)
  const outcome = await within(answerWithinMs, settled)
  if (outcome === null) return { status: 202, body: { received: true, spooled: true } }
  if (outcome.kind === 'accepted') return { status: 200, body: { received: true, replay: outcome.replay } }
  const status = Math.max(outcome.status, 400)
  return { status, body: error('refused', `the endpoint refused the alert, it is kept: ${outcome.why}`) }
}

/**
 * Whether a request has a name of this machine as its Host, and none of the headers by which a browser marks a page's request.
 */
function isLocal(request: IncomingMessage): boolean {
  const host = request.headers.host ?? ''
  const named = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i.test(host)
  return named && request.headers.origin === undefined && request.headers['sec-fetch-site'] === undefined
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const pieces = joinedPieces()
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= MAX_ALERT_BYTES) pieces.add(chunk)
  }
  return length > MAX_ALERT_BYTES ? null : pieces.join()
}

async function within(ms: number, settled: Promise<Settled>): Promise<Settled | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  const first = await Promise.race([settled, late])
  clearTimeout(timer)
  return first
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const wait = status === 503 ? { 'retry-after': '30' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...wait })
  response.end(`${JSON.stringify(body)}\n`)
}

function error(code: string, message: string): Answer['body'] {
  return { error: { code, message } }
}

type Answer = { status: number; body: Record<string, unknown> }

type Listener = { port: number; close(): Promise<void> }
