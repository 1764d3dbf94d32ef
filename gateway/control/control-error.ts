import type { KeyServiceFault } from '../../services/kernel/crypto/kms.ts'
import type { DomainError } from '../../services/kernel/errors/errors.ts'
import { RestError, toRestError } from '../http/answers/rest-error.ts'

/**
 * Returns the error of a person's call. A fault of the key service is described in fixed words: neither the key nor the answer of
 * the key service is named. Status and code are those of every other fault.
 */
export function toControlError(error: DomainError): RestError {
  const rest = toRestError(error)
  const how = error.details?.key_service
  if (rest.status !== 500 || typeof how !== 'string' || !Object.hasOwn(KEY_SERVICE, how)) return rest
  const { status, code, retryAfter } = rest
  const message = KEY_SERVICE[how as KeyServiceFault]
  return new RestError(status, code, message, {
    ...(retryAfter === undefined ? {} : { retryAfter }),
    cause: error,
  })
}

const KEY_SERVICE: { [how in KeyServiceFault]: string } = {
  no_answer: 'the key service is not available: try again later',
  refused: 'the key service refused: the log of the server says why',
  wrong_answer: 'the answer of the key service cannot be used: the log of the server says why',
}
