import type { DescMessage } from '@bufbuild/protobuf'
import type { ContextValues } from '@connectrpc/connect'
import { fileOutOfMessage } from '../../services/kernel/transport/limits/message-files.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { RestError } from '../http/answers/rest-error.ts'

/**
 * Takes the file out of a large message in JSON. A large message without one is refused before it is parsed; no other field may be
 * that long.
 *
 * @throws RestError 400 validation_error, DomainError VALIDATION
 */
export async function withoutFile(desc: DescMessage, body: Buffer, values: ContextValues): Promise<Buffer> {
  if (body.length <= LIMITS.bodyBytes) return body
  const rest = await fileOutOfMessage(desc, 'application/json', body, values)
  if (rest !== body) return rest
  const problem = `cannot decode ${desc} from JSON: of more than ${LIMITS.bodyBytes} bytes, it must have a file`
  throw new RestError(400, 'validation_error', problem)
}
