import type { MergeIncidentRequest } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { type IncidentMoment, Moment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { dateOf, timestamp } from '../../../kernel/values/time.ts'
import { momentOf, timeOf } from '../obligations/facts.ts'
import { reportName } from '../obligations/names.ts'
import { isReported, REGIMES } from '../obligations/obligations-of.ts'
import type { Regime } from '../obligations/regime.ts'
import { sameObligation } from '../obligations/same-obligation.ts'
import type { IncidentFacts, Obligation } from '../obligations/types.ts'
import { nextVersion, workOf } from './incident-change.ts'
import { factsOf } from './incident-facts.ts'

/**
 * The versions of a duplicate and of the incident that it is merged into. The latter takes over an earlier detection time and
 * earlier moments from which deadlines run. It MUST be reportable to every authority to which the duplicate is: a merge MUST NOT
 * move or remove a deadline.
 *
 * @throws DomainError CONFLICT
 */
export function mergeIncident(
  duplicate: Incident,
  into: Incident,
  request: Pick<MergeIncidentRequest, 'expectedVersion' | 'reason'>,
): { duplicate: Incident; into: Incident } {
  const { expectedVersion, reason } = request
  requireVersionIfNamed('incident', duplicate, expectedVersion)
  const refuse = (why: string) => new DomainError(Reason.CONFLICT, why)
  if (workOf(duplicate).duplicateOf !== '') throw refuse('the incident is a duplicate already')
  if (workOf(into).duplicateOf !== '') throw refuse('the other incident is a duplicate itself')
  if (workOf(duplicate).duplicates.length > 0) throw refuse('the incident has duplicates itself')
  const { duplicates } = workOf(into)
  // Each version of the incident lists all its duplicates.
  if (duplicates.length >= MAX_DUPLICATES)
    throw refuse(`the other incident has ${MAX_DUPLICATES} duplicates already: merge into a further one`)
  const detected = Math.min(...[into, duplicate].map((one) => dateOf(one.detectedAt!).getTime()))
  const merged = nextVersion(
    into,
    { detectedAt: timestamp(new Date(detected)) },
    { moments: earlierMoments(duplicate, into), duplicates: [...duplicates, duplicate.id] },
    'duplicate',
    reason,
  )
  requireReported(factsOf(duplicate), factsOf(merged))
  return {
    duplicate: nextVersion(duplicate, {}, { duplicateOf: into.id }, 'duplicate', reason),
    into: merged,
  }
}

const MAX_DUPLICATES = 1000

/** The moments of the other incident. The duplicate's moment replaces one where a limit would run from an earlier time. */
function earlierMoments(duplicate: Incident, into: Incident): IncidentMoment[] {
  const moments = new Map(workOf(into).moments.map((one) => [one.moment, one]))
  const [theirs, own] = [factsOf(duplicate), factsOf(into)]
  for (const [moment, timeIn] of LIMITS_RUN_FROM) {
    const at = timeIn(theirs, own)
    if (at === undefined || at >= (timeIn(own, theirs) ?? Number.POSITIVE_INFINITY)) continue
    moments.set(moment, {
      $typeName: 'attestry.ledger.v1.IncidentMoment',
      moment,
      at: timestamp(new Date(at)),
      saidBy: `duplicate ${duplicate.id}`,
    })
  }
  return [...moments.values()].sort((a, b) => a.moment - b.moment)
}

type TimeIn = (incident: IncidentFacts, other: IncidentFacts) => number | undefined

/** The moments from which limits run, each with its time or the time that is used instead (docs/obligations.md). */
const LIMITS_RUN_FROM: readonly [Moment, TimeIn][] = [
  // The moment of occurrence counts only where at least one of the two incidents states it.
  [
    Moment.OCCURRED,
    (incident, other) =>
      [incident, other].some((one) => timeOf(one, 'occurred') !== undefined)
        ? momentOf(incident, 'occurred').at
        : undefined,
  ],
  [Moment.AWARE, (incident) => momentOf(incident, 'aware').at],
  [Moment.CLASSIFIED, classification],
  [Moment.MEASURE_AVAILABLE, (incident) => timeOf(incident, 'measure_available')],
  [Moment.REQUESTED, (incident) => timeOf(incident, 'requested')],
]

/** When an incident was classified as major: the time of that moment, or else of the assessment that says so. */
function classification(incident: IncidentFacts): number | undefined {
  if (!isReported(incident, 'dora')) return undefined
  const assessed = incident.assessments.find(({ regime }) => regime === 'dora')
  return timeOf(incident, 'classified') ?? (assessed && Date.parse(assessed.assessed_at))
}

/** The other incident MUST have every obligation that the duplicate loses. @throws DomainError CONFLICT */
function requireReported(duplicate: IncidentFacts, into: IncidentFacts): void {
  const regimes = REGIMES.filter((regime) => levelOf(duplicate, regime) > levelOf(into, regime))
  if (regimes.length === 0) return
  const names = regimes.map(({ name }) => name)
  throw new DomainError(
    Reason.CONFLICT,
    `the duplicate is to be reported and the other incident is not, or at a lower level (${names.join(', ')}): assess one of them first`,
    { details: { regimes: names } },
  )
}

/**
 * Requires that each deadline of the two incidents that is not met is met, or not later, at the one that stays. Deadlines that run
 * from a submission depend on the filings, which a merge leaves where they are, and a late classification postpones a deadline.
 *
 * @param before the obligations of both before the merge
 * @param into those of the one that stays after it
 * @throws DomainError CONFLICT
 */
export function requireDeadlines(before: readonly Obligation[], into: readonly Obligation[]): void {
  const lost = before.filter((one) => {
    if ((one.state !== 'due' && one.state !== 'overdue') || one.due_at === null) return false
    const other = sameObligation(into, one)
    if (other?.state === 'filed' || other?.state === 'filed_late') return false
    return other?.due_at == null || other.due_at > one.due_at
  })
  if (lost.length === 0) return
  const names = lost.map(({ regime, step, due_at }) => `${reportName(regime, step)}, due ${due_at}`)
  throw new DomainError(
    Reason.CONFLICT,
    `the other incident would have these reports later or not at all: ${names.join('; ')}. Record the reports and moments of the duplicate there first, or merge the other incident into this one`,
    { details: { deadlines: lost.map(({ regime, step }) => `${regime} ${step}`) } },
  )
}

/** The index of the level at which a regime requires reports of an incident; -1 where it requires none. */
function levelOf(incident: IncidentFacts, { name, levels }: Regime): number {
  if (!isReported(incident, name)) return -1
  const assessed = incident.assessments.find(({ regime }) => regime === name)
  return assessed === undefined ? 0 : levels.indexOf(assessed.level)
}
