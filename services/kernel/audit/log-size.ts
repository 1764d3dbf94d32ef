import type { ErrorDetails } from '../errors/errors.ts'

/**
 * The details of an entry whose call read what it decides on in one statement: how many entries of the log had their leaf then, so that it has
 * seen them. Whoever has the log compares that with the call (docs/evidence-package.md, section 11).
 */
export function logSizeDetails(size: number): ErrorDetails {
  return { log_size: size }
}
