import { KmsError } from './errors.ts'

/**
 * Faults of the KMS for tests. `hang` never answers; `wrong_key` and `double_hash` answer Sign with a well-formed signature of
 * something else, as broken or hostile implementations do. `wrong_public_key` answers GetPublicKey with a key that nobody has.
 * `other_key` does both, as if an alias named another key.
 */
export type Fault =
  | 'throttle'
  | 'refuse'
  | 'internal'
  | 'hang'
  | 'wrong_key'
  | 'double_hash'
  | 'wrong_public_key'
  | 'other_key'

/** Called for every authenticated call. In-process only: nothing on the network can set it. */
export type Faults = (operation: string) => Fault | null

/** Throws the error of a fault, if it has one. */
export function raise(fault: Fault | null): void {
  if (fault === 'throttle')
    throw new KmsError('ThrottlingException', 'You have exceeded the rate at which you may call KMS')
  if (fault === 'refuse')
    throw new KmsError('AccessDeniedException', 'The caller is not authorized to perform this operation')
  if (fault === 'internal') throw new KmsError('KMSInternalException', 'The request failed, try again')
}
