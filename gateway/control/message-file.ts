import type { DescMessage } from '@bufbuild/protobuf'
import { type File, FileError, takeFile } from '../../services/kernel/json/file-in-json.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { isJson } from '../http/bodies/media-type.ts'

/**
 * Takes the file out of a large message in JSON: Connect's handler would decode it at one stretch. A large message without one is
 * refused before it is parsed; no other field may be that long.
 *
 * @param contentType of the request
 * @throws RestError 400 validation_error
 */
export async function withoutFile(
  desc: DescMessage,
  contentType: string | undefined,
  body: Buffer,
): Promise<{ rest: Buffer; file?: File }> {
  if (body.length <= LIMITS.bodyBytes || !isJson(contentType)) return { rest: body }
  try {
    const taken = await takeFile(desc, body)
    if (taken !== undefined) return taken
  } catch (error) {
    if (error instanceof FileError) throw refused(error.message)
    throw error
  }
  throw refused(
    `cannot decode ${desc} from JSON: of more than ${LIMITS.bodyBytes} bytes, it must have a file`,
  )
}

function refused(problem: string): RestError {
  return new RestError(400, 'validation_error', problem)
}
