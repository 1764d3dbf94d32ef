import { leafHash } from '../crypto/merkle.ts'
import type { ErrorDetails } from '../errors/errors.ts'

/**
 * The details of an entry that writes a further version of a record: which text it was made from, as the call read it. Who has the log
 * can compare it with the version before (docs/evidence-package.md, section 11).
 */
export function madeFrom(record: string): ErrorDetails {
  return { made_from: leafHash(record).toString('hex') }
}
