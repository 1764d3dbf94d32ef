import type { DescMessage } from '@bufbuild/protobuf'
import { jsonParts, messageParts } from '../../services/kernel/bodies/message-parts.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { isJson } from '../http/bodies/media-type.ts'

/**
 * Refuses a message of many parts before it is decoded. A legitimate large message has one large text, the content of a file. A
 * million small parts would hold the event loop for a second while Connect's handler parses them.
 *
 * @param contentType of the request
 * @throws RestError 400 validation_error
 */
export function requirePartsWithinLimit(
  desc: DescMessage,
  contentType: string | undefined,
  body: Buffer,
): void {
  const json = isJson(contentType)
  const isSmall = json && body.length <= LIMITS.bodyBytes
  const most = isSmall ? MAX_OF_SMALL : MAX_PARTS
  const parts = isSmall ? jsonParts(body, most) : json ? marks(body) : messageParts(desc, body, most)
  if (parts > most) throw new RestError(400, 'validation_error', `a message has at most ${most} parts`)
}

/** Counts brackets and commas everywhere, even inside strings, because such a search is as fast as reading memory. */
function marks(body: Buffer): number {
  let parts = 0
  for (const mark of MARKS)
    for (let at = body.indexOf(mark); at !== -1 && parts <= MAX_PARTS; at = body.indexOf(mark, at + 1))
      parts += 1
  return parts
}

const MARKS = [0x2c, 0x5b, 0x7b]
/** Far more parts than a file with a note of 20,000 characters has. */
const MAX_PARTS = 50_000
/** For a message without a file, not counting its texts. Names that are all different take longest. */
const MAX_OF_SMALL = 20_000
