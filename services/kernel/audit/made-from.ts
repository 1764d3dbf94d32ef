import { leafHash } from '../crypto/merkle.ts'
import type { ErrorDetails } from '../errors/errors.ts'

/**
 * The audit details of a further version of a record: the hash of the text that it was made from, as the call read it. Anyone who
 * has the log can compare it with the version before (docs/evidence-package.md, section 11).
 */
export function madeFrom(record: string): ErrorDetails {
  return { made_from: leafHash(record).toString('hex') }
}
