import { IDEMPOTENCY_KEY_PATTERN } from '../../services/kernel/idempotency/idempotency.ts'

/** Every REST answer carries these (docs/api.md 7.1, 8). */
export const REST_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

/** `components.headers` of the document. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Correlation id of the call; also the id of its entry in the audit log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': {
    description: 'The limit of calls in a window of 60 seconds.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'Remaining calls in this window.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, Unix seconds.',
    required: true,
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 9110 section 11.6.1).',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
}

/** The same, for answers of operations that take an Idempotency-Key. */
export const REPLAY_HEADERS = {
  'Idempotent-Replayed': {
    description: '`true` if this is the stored answer of the first call with the Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
}

/** The header parameter of operations that take an Idempotency-Key. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: for 24 hours the same key with the same request gets the first answer again and changes nothing; with another request it is refused. Any text of your own, best a UUID; it belongs to the API key and to this operation. A call that was refused or failed leaves its key free.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
}

/** The same, for answers of deprecated operations. */
export const SUNSET_HEADERS = {
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'When the operation stops answering (RFC 8594).', schema: { type: 'string' } },
  Link: { description: 'A document about the replacement, rel="sunset".', schema: { type: 'string' } },
}

/** Answers of a deprecated operation carry these (docs/api.md 9.4). */
export const DEPRECATION_HEADERS = Object.keys(SUNSET_HEADERS)
