import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Checks `X-Service-Signature` (docs/api.md 5.3; docs/decisions/0050-signature-header.md, docs/decisions/0049-time-window.md).
 *
 * `headerLines` are the header's lines as received (Node's `headersDistinct`, which does not join them); `body` the raw bytes;
 * `windowSeconds` the inclusive tolerance in both directions (30 to 900, default 300). The header and the body are controlled by
 * the caller of the webhook. The reason is for our own audit log: the answer is the same 401 for every reason.
 */
export function verifySignature(input: SignatureInput): SignatureVerdict {
  const lines = input.headerLines ?? []
  if (lines.length === 0) return refused('signature_missing')
  if (lines.length > 1) return refused('signature_repeated')
  const header = parseSignatureHeader(lines[0]!)
  if (!header) return refused('signature_malformed')
  if (!isSigned(input, header)) return refused('signature_mismatch')

  const timestamp = Number(header.t)
  const age = Math.floor(input.now.getTime() / 1000) - timestamp
  if (Math.abs(age) > input.windowSeconds) return refused('timestamp_outside_window')
  return withFirst(input, timestamp, header.t)
}

/**
 * Checks `X-Service-First-Signature`, which a sender adds when it tries again with a new signature. It is the signature with
 * which it sent the same body first, however long ago. It MUST be valid, and MUST NOT be later than the signature by which the
 * call is verified.
 */
function withFirst({ firstLines = [], ...input }: SignatureInput, at: number, t: string): SignatureVerdict {
  if (firstLines.length === 0) return { ok: true, timestamp: at, t, firstSignedAt: at }
  if (firstLines.length > 1) return refused('signature_repeated')
  const first = parseSignatureHeader(firstLines[0]!)
  if (!first || Number(first.t) > at) return refused('signature_malformed')
  if (!isSigned(input, first)) return refused('signature_mismatch')
  return { ok: true, timestamp: at, t, firstSignedAt: Number(first.t) }
}

/** Compares every candidate in constant time. None is skipped after a match. */
function isSigned(
  { secret, body }: Pick<SignatureInput, 'secret' | 'body'>,
  header: SignatureHeader,
): boolean {
  const expected = mac(secret, header.t, body)
  let matches = false
  for (const digest of header.v1) if (timingSafeEqual(digest, expected)) matches = true
  return matches
}

/** Returns the header value `t=<t>,v1=<hex>` for a body; `t` is Unix seconds. The secret is used whole, `whsec_` included. */
export function sign(secret: string, t: number | string, body: Uint8Array): string {
  return `t=${t},v1=${mac(secret, String(t), body).toString('hex')}`
}

/**
 * Parses one header line: parts separated by commas with optional white space after each comma; exactly one `t` of 1 to 12
 * digits; 1 to 5 `v1` of 64 hex digits; other `vN` are ignored. Returns null for anything else.
 */
function parseSignatureHeader(line: string): SignatureHeader | null {
  const common = COMMON.exec(line)
  if (common !== null) return { t: common[1]!, v1: [Buffer.from(common[2]!, 'hex')] }
  let t: string | null = null
  const v1: Buffer[] = []
  for (const [index, part] of line.split(',').entries()) {
    const text = index === 0 ? part : part.replace(/^[ \t]+/, '')
    if (/^t=[0-9]{1,12}$/.test(text)) {
      if (t !== null) return null
      t = text.slice(2)
    } else if (/^v1=[0-9a-fA-F]{64}$/.test(text)) {
      if (v1.push(Buffer.from(text.slice(3), 'hex')) > MAX_CANDIDATES) return null
    } else if (!/^v(?:0|[2-9]|[1-9][0-9]+)=[\x21-\x2b\x2d-\x7e]*$/.test(text)) {
      return null
    }
  }
  return t === null || v1.length === 0 ? null : { t, v1 }
}

const MAX_CANDIDATES = 5
/** The form that `sign` writes; quicker than the grammar. */
const COMMON = /^t=([0-9]{1,12}),v1=([0-9a-fA-F]{64})$/

function mac(secret: string, t: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest()
}

function refused(reason: SignatureFailure): SignatureVerdict {
  return { ok: false, reason }
}

type SignatureInput = {
  headerLines: readonly string[] | undefined
  /** The lines of `X-Service-First-Signature` as received. */
  firstLines?: readonly string[]
  body: Uint8Array
  secret: string
  now: Date
  windowSeconds: number
}

type SignatureHeader = { t: string; v1: Buffer[] }

type SignatureFailure =
  | 'signature_missing'
  | 'signature_repeated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'timestamp_outside_window'

export type SignatureVerdict =
  | { ok: true; timestamp: number; t: string; firstSignedAt: number }
  | { ok: false; reason: SignatureFailure }
