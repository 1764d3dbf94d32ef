import { DomainError, invalid, Reason } from '../../kernel/errors/errors.ts'
import type { Threshold } from './satisfies.ts'

/** The AI system that a result belongs to, and the suite version that it is tied to, if any. */
export type Tie = {
  systemId: string
  systemName: string
  suite: SuiteVersion | null
  /** The current version of the system's gate suite, for a result of eval_type drift; else null. */
  gateSuite: SuiteVersion | null
}

type SuiteVersion = { id: string; version: number; thresholds: Threshold[] }

/** The systems and suites of the organization that the names and ids of a result match. */
export type Lookup = {
  /** By ai_system_id; null when none was given or there is none. */
  byId: { id: string; name: string } | null
  /** By ai_system_name. */
  byName: { id: string; name: string } | null
  /**
   * By eval_suite, which is the id of a suite version or else the name of a suite of that system, whose current version counts.
   */
  suite: (SuiteVersion & { systemId: string }) | null
  /** No suite of that system has the name, but one of another system has. */
  suiteElsewhere: boolean
  /** As in `Tie`. */
  gateSuite: SuiteVersion | null
}

/** The names and ids in a result, as they were given. */
export type Naming = {
  systemId: string | undefined
  systemName: string | undefined
  evalSuite: string | null
  evalType: string
}

/**
 * Ties every result of a batch to its system and suite version (docs/api.md 4.1.3).
 *
 * @throws DomainError VALIDATION when names contradict each other, listing every item that is wrong; NOT_FOUND when unknown names
 * and ids are the only problem; `details.unknown` names each item and field
 */
export function tieAll(namings: Naming[], lookups: Lookup[]): Tie[] {
  const unknown: { index: number; field: string }[] = []
  const contradictions: { [field: string]: string[] } = {}
  const ties = namings.map((naming, index): Tie => {
    const { byId, byName, suite, suiteElsewhere, gateSuite } = lookups[index]!
    const system = byId ?? byName
    if (naming.systemId !== undefined && byId === null) unknown.push({ index, field: 'ai_system_id' })
    if (naming.systemName !== undefined && byName === null) unknown.push({ index, field: 'ai_system_name' })
    if (byId !== null && byName !== null && byId.id !== byName.id) {
      contradictions[`evaluations.${index}.ai_system_name`] = ['is another AI system than ai_system_id']
    }
    if (naming.evalSuite !== null && system !== null) {
      const elsewhere = suite === null ? suiteElsewhere : suite.systemId !== system.id
      if (elsewhere) {
        contradictions[`evaluations.${index}.eval_suite`] = ['is a suite of another AI system']
      } else if (suite === null) unknown.push({ index, field: 'eval_suite' })
    }
    return { systemId: system?.id ?? '', systemName: system?.name ?? '', suite, gateSuite }
  })
  for (const _ in contradictions) {
    for (const { index, field } of unknown) contradictions[`evaluations.${index}.${field}`] = ['is not known']
    throw invalid(contradictions)
  }
  if (unknown.length > 0) throw unknownError(unknown)
  return ties
}

function unknownError(unknown: { index: number; field: string }[]): DomainError {
  const { index, field } = unknown[0]!
  const what = field === 'eval_suite' ? 'evaluation suite' : 'AI system'
  return new DomainError(Reason.NOT_FOUND, `${what} not found`, { details: { index, unknown } })
}
