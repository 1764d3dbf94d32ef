import { RestError } from '../http/rest-error.ts'
import type { Limits } from './pieces.ts'

/** 8,192 spans of 35 attributes: an attribute is two messages and two other fields. */
const MOST_PARTS = 750_000
/** No object of OTLP has as many fields. */
const MOST_MEMBERS = 200

/** An export of very many parts is refused before it is decoded: 8 KB of gzip would take a gigabyte. */
export const FEW_PARTS: { binary: Limits; json: Limits } = {
  binary: { parts: MOST_PARTS, members: MOST_MEMBERS, refusal },
  json: { parts: 2 * MOST_PARTS, members: MOST_MEMBERS, refusal },
}

function refusal(): RestError {
  return new RestError(
    413,
    'payload_too_large',
    `the request has more than ${MOST_PARTS} parts, or an object of ${MOST_MEMBERS}: send fewer spans at once`,
  )
}
