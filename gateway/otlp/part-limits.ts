import { RestError } from '../http/answers/rest-error.ts'
import type { Limits } from './pieces.ts'

/** 8,192 spans of 35 attributes: an attribute is two messages and two other fields. */
const MAX_PARTS = 750_000
/** Some 40,000 attributes of one span, log record or resource, which is decoded as one message. SDKs limit them to 128 by default. */
const MAX_OF_ONE = 100_000
/** No object of OTLP has as many fields. */
const MAX_MEMBERS = 200

/** An export with too many parts is refused before it is decoded: 8 KB of gzip could take a gigabyte of memory. */
export const PART_LIMITS: { binary: Limits; json: Limits } = {
  binary: { parts: MAX_PARTS, ofOne: MAX_OF_ONE, members: MAX_MEMBERS, refusal },
  json: { parts: 2 * MAX_PARTS, ofOne: 2 * MAX_OF_ONE, members: MAX_MEMBERS, refusal },
}

function refusal(): RestError {
  return new RestError(
    413,
    'payload_too_large',
    `the request has more than ${MAX_PARTS} parts, ${MAX_OF_ONE} in one span or resource, or an object of ${MAX_MEMBERS}: send fewer spans or attributes at once`,
  )
}
