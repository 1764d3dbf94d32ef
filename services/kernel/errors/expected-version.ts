import { DomainError, Reason } from './errors.ts'

/**
 * Requires that a change names the current version: the one that its caller has read.
 *
 * @param what the kind of thing: `incident`
 * @throws DomainError CONFLICT with the current version
 */
export function requireVersion(what: string, { version }: { version: number }, expected: number): void {
  if (expected === version) return
  const message = `the ${what} is at version ${version}, not ${expected}: read it again`
  throw new DomainError(Reason.CONFLICT, message, { details: { current_version: version } })
}

/** Like requireVersion, except that the caller may name no version: 0. @throws DomainError CONFLICT */
export function requireVersionIfNamed(what: string, thing: { version: number }, expected: number): void {
  if (expected !== 0) requireVersion(what, thing, expected)
}
