import type { Caller } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { CurrentSnapshot } from '../decision/snapshot.ts'
import type { Person } from '../person.ts'
import { hoursSinceActing, hoursSinceActingAs, mayHaveActedAs } from './makers.ts'
import type { ReviewFacts } from './review.ts'

/*
 * Separation of duties at the time of a call (docs/gate-rules.md). An approval that is refused here would not count for the gate
 * either. The call records the facts by which the gate decides what counts.
 */

/**
 * Returns the ids, sorted, of the people who submitted a result, directly or with an API key that they created, or who wrote the
 * suite version, and of everyone who may have acted in their names within so many hours (makers.ts).
 */
export function involvedIn(
  facts: Pick<ReviewFacts, 'author' | 'results' | 'makers'>,
  hours: number,
): string[] {
  return [...mayHaveActedAs(directlyInvolved(facts), facts.makers, hours)].sort()
}

function directlyInvolved({ author, results }: Pick<ReviewFacts, 'author' | 'results'>): string[] {
  return [author, ...[...results.values()].map(({ person }) => person)].filter((id) => id !== null)
}

/**
 * The version of the rules behind `involved`, `waited_hours` and the triggers of changes, in the records of approvals. The
 * verifier compares these values with the log (docs/evidence-package.md section 11). The number rises when they take more into
 * account.
 */
export const DUTIES_VERSION = '5'

/**
 * Returns the whole hours, at most 720, since the person granted the role, or since another person made the account or reset
 * its password. A role that the person got from an account counts as granted by everyone who may have acted in the name of that
 * account.
 *
 * @param facts needed where a role is given
 */
export function waitedHours(
  { actor }: Caller,
  role?: string,
  { grants, makers }: Pick<ReviewFacts, 'grants' | 'makers'> = { grants: [], makers: [] },
): number {
  const person = actor?.id ?? ''
  const recent = (actor?.recentGrants ?? []).filter((grant) => grant.role === '' || grant.role === role)
  const acting = hoursSinceActing(person, makers)
  const own = grants
    .filter((grant) => grant.role === role && grant.to === person && grant.by !== person)
    .map(({ by, hoursAgo }) => Math.max(hoursAgo, acting.get(by) ?? Number.POSITIVE_INFINITY))
  return Math.min(LONGEST_WAIT, ...recent.map(({ hoursAgo }) => hoursAgo), ...own)
}

/**
 * Returns the hours that a certification records: also since the certifier may have acted in the name of a person who is directly
 * involved. So it does not count once the operator lengthens the wait beyond them. Where certifiers may be involved, and the
 * certifier may have acted so within the wait that is set, only the wait of the account counts: `involved` then names the certifier.
 */
export function certifierWaitedHours(
  { separation_of_duties: settings }: CurrentSnapshot,
  facts: ReviewFacts,
  caller: Caller,
): number {
  const own = waitedHours(caller)
  const certifier = caller.actor?.id ?? ''
  const direct = directlyInvolved(facts)
  if (direct.includes(certifier)) return own
  const acting = hoursSinceActingAs(certifier, direct, facts.makers)
  return !settings.certifier_is_another && acting < settings.role_wait_hours ? own : Math.min(own, acting)
}

/** Returns the reason why a person may not certify; undefined when there is none. */
export function reasonNotToCertify(
  { separation_of_duties: settings }: CurrentSnapshot,
  facts: ReviewFacts,
  caller: Caller,
): string | undefined {
  const certifier = caller.actor?.id ?? ''
  const hours = settings.role_wait_hours
  if (settings.certifier_is_another && involvedIn(facts, hours).includes(certifier))
    return directlyInvolved(facts).includes(certifier)
      ? 'a person who submitted the results, or wrote the suite, may not certify them'
      : `the person who submitted the results, or wrote the suite, has an account that you made, or whose password you reset, less than ${hours} hours ago`
  return reasonToWait(hours, waitedHours(caller))
}

/** @throws DomainError FORBIDDEN */
export function requireSeparateCertifier(
  snapshot: CurrentSnapshot,
  facts: ReviewFacts,
  caller: Caller,
): void {
  const reason = reasonNotToCertify(snapshot, facts, caller)
  if (reason !== undefined) throw new DomainError(Reason.FORBIDDEN, reason)
}

/** @throws DomainError FORBIDDEN */
export function requireSeparateAttester(
  snapshot: CurrentSnapshot,
  by: Person,
  caller: Caller,
  role: string,
  facts: Pick<ReviewFacts, 'grants' | 'makers'>,
): void {
  const { separation_of_duties: settings, attestations } = snapshot
  const other = attestations.find((one) => one.attested_by === by.id && one.role !== role)
  if (settings.attester_per_role && other !== undefined) {
    const message = `you have attested as ${other.role}: another person has to attest as ${role}`
    throw new DomainError(Reason.FORBIDDEN, message)
  }
  const reason = reasonToWait(settings.role_wait_hours, waitedHours(caller, role, facts))
  if (reason !== undefined) throw new DomainError(Reason.FORBIDDEN, reason)
}

/** Returns why a person still has to wait; undefined when the wait is over. */
export function reasonToWait(hours: number, waited: number): string | undefined {
  if (waited >= hours) return undefined
  return `a role that you granted, or an account that another person made or whose password was reset, can be used after ${hours} hours; ${waited} have passed`
}

/** How far back grants are considered, in hours. */
const LONGEST_WAIT = 720
