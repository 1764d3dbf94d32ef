import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { verifySignature } from '../../services/ingestion/domain/webhook/signature.ts'

export const SECRET = 'whsec_attestry_test_secret_0123456789'

/**
 * A small webhook endpoint. It keeps the calls that it gets, and checks each signature with Stripe's verifier and with ours. It
 * gives the planned answers first: a list, or a function of all calls so far. After those it answers 201, or 200 with `replay`
 * for a body that it has accepted before. A wrong signature is answered 401 whatever was planned. The plan item 'hang up' ends
 * the connection without an answer, an item with `breaksOff` in the middle of its body.
 */
export async function startReceiver(plan: Plan = []): Promise<Receiver> {
  const calls: Call[] = []
  const accepted = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const signature = request.headersDistinct['x-service-signature']
    const first = request.headersDistinct['x-service-first-signature']
    const call: Call = {
      body,
      signature: signature?.join() ?? '',
      firstSignature: first?.join() ?? null,
      format: request.headersDistinct['x-service-format']?.join() ?? null,
      contentType: request.headers['content-type'] ?? '',
      at: Date.now(),
      ours: verifySignature({
        headerLines: signature,
        firstLines: first ?? [],
        body,
        secret: SECRET,
        now: new Date(),
        windowSeconds: 300,
      }).ok,
      stripes: stripeAccepts(body, signature?.join() ?? ''),
    }
    calls.push(call)
    const planned = typeof plan === 'function' ? plan(calls) : plan.shift()
    if (planned === 'hang up') return request.socket.destroy()
    const answer = call.ours && call.stripes ? (planned ?? accept(body)) : UNAUTHORIZED
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    if (answer.breaksOff) response.write(text.slice(0, -1), () => request.socket.destroy())
    else response.end(text)
  })
  const accept = (body: Buffer): Exclude<Planned, 'hang up'> => {
    const key = body.toString('base64')
    if (accepted.has(key)) return { status: 200, body: { received: true, replay: true } }
    accepted.add(key)
    return { status: 201, body: { received: true } }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/webhooks/incidents/whk_test`
  return {
    url,
    calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Polls until a condition holds; fails after two minutes. */
export async function eventually(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition did not come true')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const failed = (status: number, headers: Record<string, string> = {}): Planned => ({
  status,
  headers,
  body: { error: { code: 'test_error', message: 'as planned' } },
})

function stripeAccepts(body: Buffer, header: string): boolean {
  try {
    return stripe.webhooks.signature!.verifyHeader(body, header, SECRET, 300)
  } catch {
    return false
  }
}

const stripe = new Stripe('sk_test_unused')
const UNAUTHORIZED: Exclude<Planned, 'hang up'> = {
  status: 401,
  headers: {},
  body: { error: { code: 'unauthorized', message: 'no' } },
}

/** A list of answers, or a function that plans the answer of the last of these calls. */
export type Plan = Planned[] | ((calls: readonly Call[]) => Planned | undefined)

export type Planned =
  | 'hang up'
  | { status: number; headers?: Record<string, string>; body: unknown; breaksOff?: boolean }

export type Call = {
  body: Buffer
  signature: string
  firstSignature: string | null
  format: string | null
  contentType: string
  at: number
  ours: boolean
  stripes: boolean
}

export type Receiver = { url: string; calls: Call[]; close(): Promise<void> }
