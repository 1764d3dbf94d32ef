import type { IncidentFiling } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { dateOf, isoTime } from '../../../kernel/values/time.ts'
import { hasVisibleCharacter } from '../../../kernel/values/visible.ts'
import { timeOf } from '../obligations/facts.ts'
import { reportName } from '../obligations/names.ts'
import { sameObligation } from '../obligations/same-obligation.ts'
import type { IncidentFacts, Obligation } from '../obligations/types.ts'
import { regimeName } from './incident-facts.ts'

/**
 * Requires a note of a filing that excuses a report: by which a report that is overdue, or was filed late, no longer is; or by which,
 * as a correction, a report that is due becomes due later or not at all. The first filing of an overdue report needs no note.
 *
 * @param before the obligations of the incident before the filing
 * @param after those after it
 * @throws DomainError VALIDATION
 */
export function requireGrounds(
  before: readonly Obligation[],
  after: readonly Obligation[],
  filing: Pick<IncidentFiling, 'regime' | 'step' | 'corrects' | 'note'>,
): void {
  if (hasVisibleCharacter(filing.note)) return
  const isCorrection = filing.corrects !== ''
  const isFiled = ({ regime, step }: Obligation) =>
    !isCorrection && regime === regimeName(filing.regime) && step === filing.step
  const excused = before.filter((one) => {
    if (one.state === 'overdue' && isFiled(one)) return false
    const other = sameObligation(after, one)
    if (LATE.has(one.state)) return other === undefined || !LATE.has(other.state)
    return isCorrection && one.state === 'due' && one.due_at !== null && isLater(one.due_at, other)
  })
  if (excused.length === 0) return
  const names = excused.map(({ regime, step }) => reportName(regime, step))
  throw invalid({
    note: [`must say why: by this filing, ${names.join(', ')} is no longer late, or is due later`],
  })
}

/**
 * Requires a note of a filing that was submitted before the organization knew of the incident, as far as is recorded: the time of
 * one of the two is likely to be mistyped.
 *
 * @throws DomainError VALIDATION
 */
export function requireGroundsOfEarly(
  incident: IncidentFacts,
  { submittedAt, note }: Pick<IncidentFiling, 'submittedAt' | 'note'>,
): void {
  const detected = timeOf(incident, 'detected')!
  const known = Math.min(detected, timeOf(incident, 'aware') ?? detected)
  if (hasVisibleCharacter(note) || dateOf(submittedAt!).getTime() >= known - CLOCKS_APART_MS) return
  const since = isoTime(new Date(known))
  throw invalid({
    note: [`must say why: the report was submitted before the incident was known, at ${since}`],
  })
}

/** Forms send whole minutes, and the clock of a client may be behind that of the server. */
const CLOCKS_APART_MS = 5 * 60_000

const LATE: ReadonlySet<string> = new Set(['overdue', 'filed_late'])

function isLater(due: string, other: Obligation | undefined): boolean {
  if (other?.state === 'filed') return false
  return other?.due_at == null || other.due_at > due
}
