import { Unreachable } from './errors.ts'
import { hmacSha256, sameBytes } from './hmac.ts'
import { type RetryOptions, send } from './http.ts'
import { jsonText } from './json.ts'
import type { WebhookIncident } from './types.ts'

export type Delivery = RetryOptions & {
  /** The address of the endpoint. */
  url: string
  /** The signing secret of the endpoint (`whsec_…`). */
  secret: string
  /** `X-Service-Format`: the format of the payload. Default: that of the endpoint. */
  format?: 'service' | 'vendor_siem' | 'generic_json' | undefined
  signal?: AbortSignal | undefined
}

/**
 * Delivers an alert. Give it an `external_id`, so that a repeated delivery opens no second incident. Bytes and text are sent
 * unchanged.
 *
 * @returns whether the alert was known already
 * @throws ApiError the endpoint refused it; `details` names what is missing
 * @throws Unreachable no answer of the endpoint came after the retries
 */
export async function sendIncident(
  payload: WebhookIncident | { [field: string]: unknown } | string | Uint8Array,
  { url, secret, format, signal, ...retryOptions }: Delivery,
): Promise<boolean> {
  const isRaw = typeof payload === 'string' || payload instanceof Uint8Array
  const body = isRaw ? payload : jsonText(payload)
  const signatures = signaturesOf(secret, body)
  const headers = async () => ({
    'content-type': 'application/json',
    ...(await signatures()),
    ...(format === undefined ? {} : { 'x-service-format': format }),
  })
  const answer = await send({ method: 'POST', url, headers, body, signal }, retryOptions)
  const { received, replay } = (answer ?? {}) as { received?: unknown; replay?: unknown }
  if (received !== true) throw new Unreachable('the answer is not one of the webhook')
  return replay === true
}

/**
 * Returns `X-Service-Signature` of the raw bytes of a body: HMAC-SHA256 over `<t>.<body>`, keyed with the whole secret
 * (docs/api.md 5.3).
 *
 * @param timestamp Unix seconds; default: now
 */
export async function sign(secret: string, body: string | Uint8Array, timestamp?: number): Promise<string> {
  const t = timestamp ?? Math.floor(Date.now() / 1000)
  return `t=${t},v1=${hex(await mac(secret, String(t), body))}`
}

/**
 * Whether `X-Service-Signature` is a signature of the raw bytes of a body with this secret, within the time window.
 *
 * @param windowSeconds how far the time of the signature may be from `now`, in both directions
 * @param now Unix seconds
 */
export async function isSigned(
  secret: string,
  body: string | Uint8Array,
  header: string,
  { windowSeconds = 300, now = Date.now() / 1000 }: { windowSeconds?: number; now?: number } = {},
): Promise<boolean> {
  const [, t = '', v1 = ''] = SIGNATURE.exec(header) ?? []
  if (t === '' || Math.abs(now - Number(t)) > windowSeconds) return false
  const claimed = Uint8Array.from(v1.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return sameBytes(claimed, await mac(secret, t, body))
}

/**
 * Returns a function that returns the headers by which an attempt is signed. For 20 seconds all attempts have the same signature. A
 * later one has a new signature, and beside it the first one, by which the server recognises even an alert without an `external_id`
 * as the same delivery (docs/api.md 5.3).
 */
function signaturesOf(secret: string, body: string | Uint8Array): () => Promise<{ [name: string]: string }> {
  let first: Signature | undefined
  let latest: Signature | undefined
  return async () => {
    const at = Math.floor(Date.now() / 1000)
    if (latest === undefined || Math.abs(at - latest.at) >= FRESH_SECONDS)
      latest = { at, text: await sign(secret, body, at) }
    // The server refuses a first signature that is later than the other one, as after a clock was set back.
    if (first === undefined || first.at > latest.at) first = latest
    return {
      'x-service-signature': latest.text,
      ...(first === latest ? {} : { 'x-service-first-signature': first.text }),
    }
  }
}

/** `at`: Unix seconds. */
type Signature = { at: number; text: string }

/** A signature of this age is valid at every endpoint. */
const FRESH_SECONDS = 20

/** The form of the header that `sign` writes. The server also accepts several `v1`. */
const SIGNATURE = /^t=([0-9]{1,12}),v1=([0-9a-fA-F]{64})$/

function mac(secret: string, t: string, body: string | Uint8Array): Promise<Uint8Array> {
  if (secret === '') throw new TypeError('secret: is empty')
  return hmacSha256(new TextEncoder().encode(secret), `${t}.`, body)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
