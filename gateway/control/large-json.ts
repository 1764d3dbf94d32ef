import { LIMITS } from '../../services/kernel/values/limits.ts'
import { RestError } from '../http/rest-error.ts'

/**
 * Refuses a large JSON message of many parts. Such a message is large by one text, the content of a file; a million small parts would hold the
 * event loop for a second while Connect's handler parses them. Brackets and commas count wherever they stand, also in texts.
 *
 * @param contentType of the request
 * @throws RestError 400 validation_error
 */
export function requireFewParts(contentType: string | undefined, body: Buffer): void {
  if (body.length <= LIMITS.bodyBytes || !/^application\/json/i.test(contentType ?? '')) return
  let parts = 0
  for (const mark of MARKS) {
    for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + 1)) {
      if (++parts > MOST_PARTS)
        throw new RestError(400, 'validation_error', `a message over 1 MiB has at most ${MOST_PARTS} parts`)
    }
  }
}

const MARKS = [0x2c, 0x5b, 0x7b]
/** Many times what a note of 20,000 characters beside a file needs at all. */
const MOST_PARTS = 50_000
