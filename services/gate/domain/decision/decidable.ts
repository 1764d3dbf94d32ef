import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { OPERATORS } from './operators.ts'
import { type LockedAgent, SHOWN, type Snapshot, TRIGGER_KINDS } from './snapshot.ts'

/**
 * Refuses a snapshot that these rules do not cover, even where the decision would not depend on it: another rules version, an
 * unknown operator or trigger kind, a number that is not finite, a list that is not in its prescribed order.
 *
 * @throws DomainError: there is then no decision, and no system passes
 */
export function assertDecidable(snapshot: Snapshot): void {
  const { rules_version, suite, open_triggers } = snapshot
  if (rules_version !== 1 && rules_version !== 2) throw undecidable(`rules version ${rules_version}`)
  if (rules_version === 2 && !namesPeople(snapshot))
    throw undecidable('people that are missing or of an unexpected form')
  for (const { operator, value, result } of suite?.thresholds ?? []) {
    if (!OPERATORS.includes(operator as (typeof OPERATORS)[number])) throw undecidable(`operator ${operator}`)
    if (!Number.isFinite(value)) throw undecidable('a threshold that is not finite')
    if (result !== null && !Number.isFinite(result.metric_value))
      throw undecidable('a result that is not finite')
  }
  for (const { kind } of open_triggers) {
    if (!TRIGGER_KINDS.includes(kind)) throw undecidable(`trigger kind ${kind}`)
  }
  if (!isOrdered(snapshot)) throw undecidable('a list that is not in its order, or too long')
}

/** Whether a snapshot of rules version 2 has what these rules read about the people behind certifications and attestations. */
function namesPeople({ separation_of_duties: settings, certifications, attestations }: Snapshot): boolean {
  if (settings === undefined || settings === null) return false
  const { attester_per_role, certifier_is_another, changes_need_another, role_wait_hours } = settings
  const { of_version } = certifications
  return (
    [attester_per_role, certifier_is_another, changes_need_another].every(
      (setting) => typeof setting === 'boolean',
    ) &&
    isCount(role_wait_hours) &&
    (of_version === null ||
      (Array.isArray(of_version.agents) &&
        typeof of_version.certified_by === 'string' &&
        (of_version.involved === null || isTexts(of_version.involved)) &&
        (of_version.waited_hours === null || isCount(of_version.waited_hours)))) &&
    attestations.every(
      (attestation) =>
        typeof attestation.attested_by === 'string' &&
        (attestation.waited_hours === null || isCount(attestation.waited_hours)),
    )
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Whether each list is in order and has no entry twice. More triggers may be open only where the list of triggers is full. */
function isOrdered(snapshot: Snapshot): boolean {
  const { open_triggers: shown, more_open_triggers: more } = snapshot
  return (
    isStrictlyAscending(snapshot.ai_system.attestation_roles, (role) => [role]) &&
    isStrictlyAscending(snapshot.suite?.thresholds ?? [], (t) => [t.metric_name, t.eval_type, t.operator]) &&
    isStrictlyAscending(snapshot.profiles, ({ id }) => [id]) &&
    areAgentsAscending(snapshot.certifications.of_system?.agents ?? []) &&
    (snapshot.rules_version === 1 || areAgentsAscending(snapshot.certifications.of_version?.agents ?? [])) &&
    (snapshot.rules_version === 1 ||
      isStrictlyAscending(snapshot.certifications.of_version?.involved ?? [], (id) => [id])) &&
    snapshot.attestations.every(({ agents }) => areAgentsAscending(agents)) &&
    isStrictlyAscending(snapshot.attestations, ({ role }) => [role]) &&
    isStrictlyAscending(shown, ({ id }) => [id]) &&
    (more ? shown.length === SHOWN : shown.length <= SHOWN)
  )
}

function areAgentsAscending(agents: LockedAgent[]): boolean {
  return isStrictlyAscending(agents, ({ profile_id }) => [profile_id])
}

/** Strictly ascending by UTF-16 code units, key by key. */
function isStrictlyAscending<T>(items: T[], keys: (item: T) => string[]): boolean {
  return items.every((item, i) => {
    if (i === 0) return true
    const [before, now] = [keys(items[i - 1]!), keys(item)]
    const at = before.findIndex((key, n) => key !== now[n])
    return at !== -1 && before[at]! < now[at]!
  })
}

function undecidable(what: string): DomainError {
  return new DomainError(Reason.INTERNAL, `the gate rules do not cover ${what}`)
}
