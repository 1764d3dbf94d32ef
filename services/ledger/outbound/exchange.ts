import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as tlsConnect } from 'node:tls'
import type { AddressRule } from './addresses.ts'
import { LimitedSocket } from './limited-socket.ts'
import { OutboundProblem } from './problem.ts'

/** How a name is resolved: by the system, or by name-resolver.ts. */
export type Resolve = typeof systemLookup

/** The answer, with at most the first 64 KiB of its body. */
export type Answered = { status: number; contentType: string; body: Buffer; retryAfter: number | undefined }

/**
 * Posts a body and reads the answer. The rule decides on every address that the name resolves to, and once more on the address
 * that is connected, before a byte is sent. No redirect is followed. It takes at most 10 s, unless an option sets another time, and
 * at most 160 KiB are read, with headers and what TLS adds.
 *
 * @param options.listedIn the variable in which the operator lists more addresses
 * @param options.statusOnly the status is the answer, whether or not its body ends
 * @throws OutboundProblem where there is no answer
 */
export async function exchange(
  options: {
    rule: AddressRule
    listedIn: string
    resolve?: Resolve
    timeoutMs?: number
    statusOnly?: boolean
  },
  target: { url: URL; headers: Record<string, string>; body: string | Uint8Array },
): Promise<Answered> {
  const { rule, listedIn, resolve = systemLookup, timeoutMs = TIMEOUT_MS, statusOnly = false } = options
  const { url, body } = target
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(hostname) !== 0 && !rule(hostname)) throw refusedAddress(listedIn)
  const secure = url.protocol === 'https:'
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await new Promise<IncomingMessage>((settle, fail) => {
    const request = (secure ? httpsRequest : httpRequest)(
      {
        method: 'POST',
        host: hostname,
        port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
        path: url.pathname + url.search,
        headers: { ...target.headers, 'content-length': Buffer.byteLength(body), host: url.host },
        signal,
        // No agent is used: each call has a separate connection, which is made here.
        createConnection: () => checkedConnection({ url, hostname, rule, resolve, listedIn }),
      },
      settle,
    )
    request.on('error', fail)
    // Skips interim answers (1xx). A receiver may send them for as long as the call may take.
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim <= MAX_INTERIM) return
      fail(new OutboundProblem(NO_ANSWER))
      request.destroy()
    })
    // An answer that changes the protocol (101) is neither an error nor a response: Node.js closes the connection without an
    // event.
    request.on('close', () => fail(new OutboundProblem(NO_ANSWER)))
    request.end(body)
  }).catch((error: unknown) => {
    throw problemOf(error, signal)
  })
  return {
    status: answer.statusCode ?? 0,
    contentType: answer.headers['content-type'] ?? '',
    body: await bodyOf(answer, signal, statusOnly),
    retryAfter: retryAfterOf(answer),
  }
}

/** A connection that sends nothing before its address has been accepted. */
function checkedConnection(options: {
  url: URL
  hostname: string
  rule: AddressRule
  resolve: Resolve
  listedIn: string
}): Duplex {
  const { url, hostname, rule, resolve, listedIn } = options
  const lookup: LookupFunction = (name, settings, answer) => {
    resolve(name, { ...settings, all: true }, (error, found) => {
      if (error !== null) return answer(error, '', 0)
      if (found.length === 0 || !found.every(({ address }) => rule(address)))
        return answer(refusedAddress(listedIn), '', 0)
      if (settings.all === true) return answer(null, found)
      return answer(null, found[0]!.address, found[0]!.family)
    })
  }
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  // What comes beyond the limit stays unread until the call has ended: the answer may be complete without it.
  const socket = new LimitedSocket(READ_BYTES, () => undefined).connect(
    { host: hostname, port, lookup },
    () => {
      if (socket.remoteAddress === undefined || !rule(socket.remoteAddress))
        socket.destroy(refusedAddress(listedIn))
    },
  )
  if (!secure) return socket
  const servername = isIP(hostname) === 0 ? hostname : ''
  const secured = tlsConnect({ socket, servername, ...(servername === '' ? { host: hostname } : {}) })
  socket.once('error', (error) => secured.destroy(error))
  return secured
}

/** Reads the body, up to the limit. */
async function bodyOf(answer: IncomingMessage, signal: AbortSignal, mayBreakOff: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > ANSWER_BYTES) break
    }
  } catch (error) {
    if (!mayBreakOff) throw problemOf(error, signal)
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES)
}

function retryAfterOf({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 3600) : undefined
}

function refusedAddress(listedIn: string): OutboundProblem {
  return new OutboundProblem(`the address is not public; the operator can list it in ${listedIn}`)
}

/** The text MUST NOT disclose anything about networks behind the installation. */
function problemOf(error: unknown, signal: AbortSignal): OutboundProblem {
  if (error instanceof OutboundProblem) return error
  if (signal.aborted) return new OutboundProblem('no answer in time')
  const { code = '' } = error as { code?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new OutboundProblem('the name does not resolve')
  if (/^ERR_TLS|CERT|SIGNATURE/.test(code)) return new OutboundProblem('the certificate is not accepted')
  return new OutboundProblem('no connection')
}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES = 64 * 1024
/** A receiver that floods the connection below or before its answer MUST NOT use the processor for as long as the call may take. */
const READ_BYTES = 160 * 1024
const MAX_INTERIM = 10
const NO_ANSWER = 'the answer is not a valid answer to a POST'
