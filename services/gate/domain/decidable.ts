import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { OPERATORS } from './operators.ts'
import { type LockedAgent, SHOWN, type Snapshot } from './snapshot.ts'

/**
 * Refuses a snapshot that these rules do not cover, whichever reasons would be looked at: other rules, an unknown
 * operator or trigger kind, a number that is not finite, a list that is not in its one order.
 *
 * @throws DomainError: then there is no decision, and nothing passes.
 */
export function assertDecidable(snapshot: Snapshot): void {
  const { rules_version, suite, open_triggers } = snapshot
  if (rules_version !== 1) throw undecidable(`rules version ${rules_version}`)
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

/** Nothing stands twice in a list, and more triggers are open only where as many as can be are shown. */
function isOrdered(snapshot: Snapshot): boolean {
  const { open_triggers: shown, more_open_triggers: more } = snapshot
  return (
    isStrictlyAscending(snapshot.ai_system.attestation_roles, (role) => [role]) &&
    isStrictlyAscending(snapshot.suite?.thresholds ?? [], (t) => [t.metric_name, t.eval_type, t.operator]) &&
    isStrictlyAscending(snapshot.profiles, ({ id }) => [id]) &&
    areAgentsAscending(snapshot.certifications.of_system?.agents ?? []) &&
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

const TRIGGER_KINDS = ['tool', 'version', 'drift', 'manual']

function undecidable(what: string): DomainError {
  return new DomainError(Reason.INTERNAL, `the gate rules do not cover ${what}`)
}
