import type { ErrorDetails } from '../errors/errors.ts'

/**
 * Returns the audit details of a call that read all its inputs in one statement: the number of log entries that had a leaf at that
 * time. The call has seen the changes of those entries. Anyone who has the log can compare them with the call
 * (docs/evidence-package.md, section 11).
 */
export function logSizeDetails(size: number): ErrorDetails {
  return { log_size: size }
}
