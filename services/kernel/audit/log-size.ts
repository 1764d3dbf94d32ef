import type { ErrorDetails } from '../errors/errors.ts'

/**
 * The audit details of a call that read everything it decides on in one statement: how many entries of the log had their leaf
 * then. The call has seen what those entries changed. Anyone who has the log can compare that with the call
 * (docs/evidence-package.md, section 11).
 */
export function logSizeDetails(size: number): ErrorDetails {
  return { log_size: size }
}
