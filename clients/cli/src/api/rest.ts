import { setTimeout as sleep } from 'node:timers/promises'
import { boundedJson } from '../../../typescript/src/bounded-json.ts'
import { EXIT, Failure } from '../command/exit-codes.ts'
import { printable } from '../command/printable.ts'
import type { Server } from './server.ts'
import { whyUnreachable } from './unreachable.ts'

/** An answer of the REST API: status 2xx or 4xx, and its JSON body. */
type Answer = { status: number; body: unknown; error: ApiError | undefined; replayed: boolean }

/** `{ "error": { code, message, details } }` of an answer (docs/api.md, errors). */
export type ApiError = { code: string; message: string; details: unknown }

/** How often and how long a call is tried. */
export type RetryPolicy = {
  /** Attempts after the first. */
  retries: number
  /** Time for one attempt. */
  timeoutMs: number
  /** Called with a line before each retry. */
  log: (line: string) => void
  /** When it aborts, the running attempt ends, and the call is not tried again. */
  signal?: AbortSignal
}

type Request = { method: 'GET' | 'POST'; path: string; body?: string; idempotencyKey?: string }

/**
 * Calls the REST API. A temporary failure (no answer, 408, 429, 5xx) is tried again after `Retry-After`, or with
 * exponential backoff and jitter. Redirects are not followed: the key goes to the named server only.
 *
 * @throws Failure `unavailable` after the last attempt, `denied` for 401 and for 403 other than a missing add-on; the reason of the signal
 */
export async function call(server: Server, retryPolicy: RetryPolicy, request: Request): Promise<Answer> {
  const { signal } = retryPolicy
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(server, retryPolicy, request)
    if ('answer' in outcome) return permitted(outcome.answer)
    signal?.throwIfAborted()
    const { why, retryAfterMs, final } = outcome
    if (final || attempt >= retryPolicy.retries) throw new Failure(EXIT.unavailable, `${server.url}: ${why}`)
    const waitMs = Math.min(retryAfterMs ?? backoffMs(attempt), MAX_WAIT_MS)
    retryPolicy.log(
      `${why}; trying again in ${(waitMs / 1000).toFixed(1)} s (${attempt + 1} of ${retryPolicy.retries})`,
    )
    await sleep(waitMs, undefined, signal && { signal }).catch(() => {})
    signal?.throwIfAborted()
  }
}

async function tryOnce(
  { url, key }: Server,
  { timeoutMs, signal }: RetryPolicy,
  request: Request,
): Promise<{ answer: Answer } | { why: string; retryAfterMs?: number | undefined; final?: boolean }> {
  const { method, path, body, idempotencyKey } = request
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      ...(body === undefined ? {} : { body }),
    })
    const { status } = response
    const text = await textOf(response)
    if (status >= 500 || status === 429 || status === 408)
      return { why: `answered ${status}`, retryAfterMs: retryAfterMs(response.headers) }
    if (status >= 300 && status < 400)
      return {
        why: `answered ${status}, a redirect, which is not followed: name the final address`,
        final: true,
      }
    const json = boundedJson(text, LIMITS)
    const error = errorOf(json)
    // A page of a proxy is not an answer of the API, whatever its status.
    if (json === undefined || (status >= 400 && error === undefined))
      return { why: `answered ${status}, but not with an answer of the Attestry API`, final: true }
    return { answer: { status, body: json, error, replayed: response.headers.has('idempotent-replayed') } }
  } catch (error) {
    return whyUnreachable(error, process.env)
  }
}

function permitted(answer: Answer): Answer {
  const { status, error } = answer
  if (status === 401)
    throw new UnknownKey(
      EXIT.denied,
      'the API key is unknown, revoked or expired; attestry key create makes another',
    )
  if (status === 403 && !isMissingAddon(error))
    throw new Failure(EXIT.denied, `the API key does not allow this: ${printable(error!.message)}`)
  return answer
}

/** The key itself is refused; no further permission would help. */
export class UnknownKey extends Failure {}

/** Whether the answer says that the organization lacks an add-on (docs/api.md, the gate). */
export function isMissingAddon(error: ApiError | undefined): boolean {
  const { details } = error ?? {}
  return typeof details === 'object' && details !== null && 'addon' in details
}

/** Reads the body as text, at most 16 MiB: no answer of the API is larger. @throws Error it is larger */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > 16 * 1024 * 1024) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function errorOf(json: unknown): ApiError | undefined {
  const { error } = (json ?? {}) as { error?: { code?: unknown; message?: unknown; details?: unknown } }
  if (typeof error !== 'object' || error === null || typeof error.message !== 'string') return undefined
  return { code: String(error.code), message: error.message, details: error.details }
}

/** Returns `Retry-After` (RFC 9110 section 10.2.3; seconds or a date) in milliseconds from now. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (text === undefined) return undefined
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

/** Full jitter over 0.5 s, 1 s, 2 s, 4 s, … */
function backoffMs(attempt: number): number {
  return Math.random() * 500 * 2 ** Math.min(attempt, 6) + 100
}

/** The longest pause before a retry, whatever `Retry-After` asks for. */
const MAX_WAIT_MS = 60_000

/** A page of the log has 200 entries, and with all that they may contain it is smaller than 13 MiB. */
const LIMITS = { depth: 100, lists: 500_000, commas: 900_000 }
