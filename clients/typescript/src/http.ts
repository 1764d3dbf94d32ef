import { boundedJson } from './bounded-json.ts'
import { ApiError, errorOf, retryAfterMs, Unreachable } from './errors.ts'

/** How often and how long a call is tried. */
export type RetryOptions = {
  /** Attempts after the first, for network errors, 408, 429 and 5xx. Default: 4. */
  retries?: number | undefined
  /** Time for one attempt, in milliseconds. Default: 30,000. */
  timeoutMs?: number | undefined
  /**
   * The longest wait before an attempt, in milliseconds, at most 2^31 - 1. Where `Retry-After` asks for more, the error is thrown.
   * Default: 60,000.
   */
  maxWaitMs?: number | undefined
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

type Request = {
  method: 'GET' | 'POST'
  url: string
  /** Called for every attempt. */
  headers: () => Record<string, string> | Promise<Record<string, string>>
  body?: string | Uint8Array | undefined
  signal?: AbortSignal | undefined
}

/**
 * Makes a call. Tries it again after temporary failures: network errors, 408, 429 and 5xx. Redirects are not followed: they would
 * carry the credentials to another server.
 *
 * @returns the JSON of the answer
 * @throws ApiError the API refused it; Unreachable no answer of the API came; the reason of `signal` when it aborts
 */
export async function send(request: Request, retryOptions: RetryOptions): Promise<unknown> {
  const { retries = 4, maxWaitMs = 60_000 } = retryOptions
  for (let attempt = 0; ; attempt++) {
    request.signal?.throwIfAborted()
    const outcome = await tryOnce(request, retryOptions)
    if ('json' in outcome) return outcome.json
    const waitMs = outcome.retryAfterMs ?? backoffMs(attempt)
    if (outcome.final || attempt >= retries || waitMs > Math.min(maxWaitMs, LONGEST_MS)) throw outcome.error
    await sleep(waitMs, request.signal)
  }
}

type Outcome = { json: unknown } | { error: Error; final: boolean; retryAfterMs?: number | undefined }

async function tryOnce(request: Request, retryOptions: RetryOptions): Promise<Outcome> {
  const { method, url, body, signal } = request
  const timeout = AbortSignal.timeout(retryOptions.timeoutMs ?? 30_000)
  try {
    const response = await (retryOptions.fetch ?? globalThis.fetch)(url, {
      method,
      headers: await request.headers(),
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: body as string | Uint8Array<ArrayBuffer> }),
    })
    return read(response.status, boundedJson(await textOf(response), LIMITS), response.headers)
  } catch (cause) {
    signal?.throwIfAborted()
    const late = timeout.aborted ? 'no answer in time' : 'cannot be reached'
    return { error: new Unreachable(`${originOf(url)}: ${late}`, { cause }), final: false }
  }
}

function read(status: number, json: unknown, headers: Headers): Outcome {
  if (status >= 200 && status < 300 && json !== undefined) return { json }
  const passing = status === 408 || status === 429 || status >= 500
  const error =
    errorOf(status, json, headers) ??
    new Unreachable(`answered ${status}, but not with an answer of the Attestry API`)
  return {
    error,
    final: !passing,
    retryAfterMs: error instanceof ApiError ? error.retryAfterMs : retryAfterMs(headers),
  }
}

/** Reads the body as text: at most 64 MiB, of a refusal at most 1 MiB. No answer of the API is larger. @throws Error it is larger */
async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const most = response.ok ? MAX_ANSWER : MAX_REFUSAL
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > most) {
      await reader.cancel()
      throw new Error('the answer is too large')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Returns scheme, host and port. The path of a webhook names its endpoint and MUST NOT be in a message. */
function originOf(url: string): string {
  return new URL(url).origin
}

/** Full jitter over 0.5 s, 1 s, 2 s, 4 s, … */
function backoffMs(attempt: number): number {
  return Math.random() * 500 * 2 ** Math.min(attempt, 6) + 100
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** No timer counts more: it would end at once. */
const LONGEST_MS = 2 ** 31 - 1

const MAX_ANSWER = 64 * 1024 * 1024
const MAX_REFUSAL = 1024 * 1024

/** A payload has at most 64 levels, and the answer that contains it a few more. A report of 64 MiB may have many lists. */
const LIMITS = { depth: 200, lists: 4_000_000 }
