import type { JsonValue } from '../../../kernel/json/canonical-json.ts'
import type { BodyFault } from './body.ts'

/**
 * The refusal of a webhook call: the answer to its caller (docs/api.md 7.2), and the cause as a word, which the caller does not
 * get.
 */
export class Rejection extends Error {
  readonly status: number
  readonly code: RejectionCode
  readonly reason: string
  readonly details: { [key: string]: JsonValue } | undefined
  readonly retryAfter: number

  constructor(
    status: number,
    code: RejectionCode,
    reason: string,
    message: string,
    more: { details?: { [key: string]: JsonValue }; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.reason = reason
    this.details = more.details
    this.retryAfter = more.retryAfter ?? 0
  }
}

export const tooLarge = (limit: number): Rejection =>
  new Rejection(413, 'payload_too_large', 'too_large', `the request body is larger than ${limit} bytes`)

/** Returns the same answer for every fault of the signature or the endpoint (docs/api.md 5.3.5, 7.2). */
export const unauthorized = (reason: string): Rejection =>
  new Rejection(401, 'unauthorized', reason, 'the signature cannot be verified')

export const rateLimited = (reason: RateLimit, retryAfter: number): Rejection =>
  new Rejection(429, 'rate_limited', reason, 'too many requests', { retryAfter })

export const invalidFormat = (): Rejection =>
  new Rejection(
    400,
    'invalid_format',
    'format_unknown',
    'X-Service-Format must be one of service, vendor_siem, generic_json',
  )

/** The endpoint accepts only its own format. */
export const pinnedFormat = (format: string): Rejection =>
  new Rejection(
    400,
    'invalid_format',
    'format_pinned',
    `this endpoint takes ${format} only: leave X-Service-Format out`,
  )

export const invalidJson = (fault: BodyFault | 'incomplete'): Rejection =>
  new Rejection(400, 'invalid_json', fault, FAULTS[fault])

const FAULTS = {
  compressed: 'the body must be sent as it is, without compression and without Content-Encoding',
  empty: 'the body is empty',
  not_utf8: 'the body is not UTF-8',
  byte_order_mark: 'the body must not start with a byte-order mark',
  too_deep: 'the body is nested more than 64 levels deep',
  too_many_parts: 'the body has more than 100,000 values, or an object of more than 10,000',
  not_json: 'the body is not valid JSON',
  form: 'the body is a form (name=value&…), not JSON: let the sender post JSON, with Content-Type: application/json',
  incomplete: 'the request ended before its body did',
} satisfies Record<BodyFault | 'incomplete', string>

/** The limit that was exceeded. */
export type RateLimit = 'endpoint_limit' | 'address_limit' | 'large_deliveries'

type RejectionCode =
  | 'payload_too_large'
  | 'unauthorized'
  | 'rate_limited'
  | 'invalid_format'
  | 'invalid_json'
  | InvalidPayloadCode

/** The code of a body that its format cannot map. */
export type InvalidPayloadCode =
  | 'invalid_cyberklar_payload'
  | 'invalid_vendor_siem_payload'
  | 'invalid_generic_json_payload'
