import { DomainError, Reason } from './errors.ts'

/**
 * A change names the version that its caller has read.
 *
 * @param what the thing is: `incident`
 * @throws DomainError CONFLICT with the version that is there
 */
export function requireVersion(what: string, { version }: { version: number }, expected: number): void {
  if (expected === version) return
  const message = `the ${what} is at version ${version}, not ${expected}: read it again`
  throw new DomainError(Reason.CONFLICT, message, { details: { current_version: version } })
}

/** The same, where the caller may name none: 0. @throws DomainError CONFLICT */
export function requireVersionIfNamed(what: string, thing: { version: number }, expected: number): void {
  if (expected !== 0) requireVersion(what, thing, expected)
}
