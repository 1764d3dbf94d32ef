/**
 * Makes one signed POST, and returns the meaning of its answer. `accepted`: the endpoint itself answered `{"received":true}`; a
 * page of a proxy does not count. `retry` for temporary faults (network, time-out, 408, 429, 5xx), `refused` for permanent ones
 * (any other answer; redirects are never followed). Never throws.
 */
export async function postOnce(
  target: PostTarget,
  { signature, first }: Signatures,
  body: Uint8Array,
): Promise<PostOutcome> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-service-signature': signature,
    ...(first === undefined ? {} : { 'x-service-first-signature': first }),
    ...(target.format === undefined ? {} : { 'x-service-format': target.format }),
  }
  try {
    const timeout = AbortSignal.timeout(target.timeoutMs)
    const signal = target.signal ? AbortSignal.any([timeout, target.signal]) : timeout
    const init = { method: 'POST', headers, body: Buffer.from(body), redirect: 'manual', signal } as const
    const response = await fetch(target.url, init)
    return outcomeOf(response, await excerptOf(response))
  } catch (error) {
    return { kind: 'retry', status: null, why: reasonOf(error), retryAfterMs: null }
  }
}

/** Returns `Retry-After` (RFC 9110 10.2.3), seconds or an HTTP date, in milliseconds from now; null if it is neither. */
function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null
  if (/^[0-9]{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

function outcomeOf(response: Response, text: string): PostOutcome {
  const { status } = response
  const answer = jsonOf(text)
  if (response.ok && answer?.received === true)
    return { kind: 'accepted', status, replay: answer.replay === true }
  const why = `${status} ${answer?.error?.code ?? 'unexpected answer'}${detailOf(answer)}`
  if (response.ok || status >= 500 || status === 429 || status === 408) {
    return {
      kind: 'retry',
      status,
      why,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), new Date()),
    }
  }
  return { kind: 'refused', status, why }
}

async function excerptOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > 16 * 1024) break
  }
  return Buffer.concat(chunks).toString()
}

function jsonOf(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Answer) : null
  } catch {
    return null
  }
}

function detailOf(answer: Answer | null): string {
  const message = answer?.error?.message
  return typeof message === 'string' ? `: ${JSON.stringify(message.slice(0, 500))}` : ''
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'network error'
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

type Answer = { received?: unknown; replay?: unknown; error?: { code?: unknown; message?: unknown } }

/** The values of `X-Service-Signature` and, if the body was sent with another signature before, `X-Service-First-Signature`. */
type Signatures = { signature: string; first?: string }

export type PostTarget = {
  url: string
  /** `X-Service-Format`; without it the endpoint's own format counts. */
  format?: string | undefined
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export type PostOutcome =
  | { kind: 'accepted'; status: number; replay: boolean }
  | { kind: 'refused'; status: number; why: string }
  | { kind: 'retry'; status: number | null; why: string; retryAfterMs: number | null }
