import { leafHash } from '../crypto/merkle.ts'
import type { ErrorDetails } from '../errors/errors.ts'

/**
 * Returns the audit details of a later version of a record: the hash of the text that the call read and changed. Anyone who has
 * the log can compare it with the version before (docs/evidence-package.md, section 11).
 */
export function madeFrom(record: string): ErrorDetails {
  return { made_from: leafHash(record).toString('hex') }
}
