import type { ContextValues } from '@connectrpc/connect'
import { callerOf } from '../caller.ts'
import type { Directory } from '../directory.ts'
import { DomainError, Reason } from '../errors.ts'
import { arrivedKey, edgeKey } from './context-keys.ts'
import { recordRefusal } from './record-refusal.ts'

/**
 * Records a call of a microservice that its protocol has refused before any interceptor heard of it: its message cannot
 * be decoded, or is too long.
 *
 * @returns what it is refused with
 */
export async function recordUnheard(
  directory: Directory,
  values: ContextValues,
): Promise<DomainError | undefined> {
  if (!values.get(edgeKey) || values.get(arrivedKey)) return undefined
  const refusal = new DomainError(Reason.VALIDATION, 'the message cannot be decoded')
  await recordRefusal(directory, callerOf({ values }), refusal)
  return refusal
}
