import type { DescMessage } from '@bufbuild/protobuf'
import { jsonParts, messageParts } from '../../services/kernel/message-parts.ts'
import { RestError } from '../http/rest-error.ts'

/**
 * Refuses an export of very many parts before it is decoded. 8 KB of gzip would hold the event loop for seconds, and a gigabyte.
 *
 * @throws RestError 413
 */
export function requireFewParts(desc: DescMessage, bytes: Buffer, isJson: boolean): void {
  const parts = isJson
    ? jsonParts(bytes, 2 * MOST_PARTS, MOST_MEMBERS)
    : messageParts(desc, bytes, MOST_PARTS)
  if (parts === Number.POSITIVE_INFINITY)
    throw new RestError(
      413,
      'payload_too_large',
      `the request has more than ${MOST_PARTS} parts, or an object of ${MOST_MEMBERS}: send fewer spans at once`,
    )
}

/** 8,192 spans of 35 attributes: an attribute is two messages and two other fields. */
const MOST_PARTS = 750_000
/** No object of OTLP has as many fields. */
const MOST_MEMBERS = 200
