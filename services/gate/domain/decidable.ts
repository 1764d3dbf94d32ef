import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { OPERATORS } from './operators.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Refuses a snapshot that these rules do not cover, whichever reasons would be looked at: other rules, an unknown
 * operator or trigger kind, a number that is not finite.
 *
 * @throws DomainError: then there is no decision, and nothing passes.
 */
export function assertDecidable({ rules_version, suite, open_triggers }: Snapshot): void {
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
}

const TRIGGER_KINDS = ['tool', 'version', 'drift', 'manual']

function undecidable(what: string): DomainError {
  return new DomainError(Reason.INTERNAL, `the gate rules do not cover ${what}`)
}
