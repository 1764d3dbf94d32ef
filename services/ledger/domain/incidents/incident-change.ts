import { isDeepStrictEqual } from 'node:util'
import type { IncidentWork } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { type Incident, Severity } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { DomainError, invalid, Reason } from '../../../kernel/errors/errors.ts'
import { dateOf, timestamp } from '../../../kernel/values/time.ts'
import { timeOf } from '../obligations/facts.ts'
import type { MomentName } from '../obligations/types.ts'
import { deadlinesOf } from './deadlines.ts'
import { factsOf } from './incident-facts.ts'

/** Who changes an incident, and when. */
export type Changing = { at: Date; by: string }

/**
 * Returns the next version of an incident. Everything that follows from its fields is computed again.
 *
 * @param what the kind of change: `edit`, `moments`, …
 * @throws DomainError CONFLICT for a duplicate whose facts for the laws would change
 */
export function nextVersion(
  incident: Incident,
  change: Partial<Incident>,
  work: Partial<IncidentWork>,
  what: string,
  reason: string,
): Incident {
  const next: Incident = { ...incident, ...change, note: reason, version: incident.version + 1 }
  const deadlines = deadlinesOf(dateOf(next.detectedAt!))
  next.isSignificant = next.severity === Severity.HIGH || next.severity === Severity.CRITICAL
  next.earlyWarningDeadline = timestamp(deadlines.earlyWarning)
  next.notificationDeadline = timestamp(deadlines.notification)
  next.finalReportDeadline = timestamp(deadlines.finalReport)
  next.work = { ...workOf(incident), ...work, change: what }
  next.work.warnings = warningsOf(next)
  requireSameFacts(incident, next)
  return next
}

/**
 * Refuses a change of facts that decide obligations, where the incident is a duplicate: its obligations are those of the other
 * incident, and such facts MUST be recorded there.
 */
function requireSameFacts(before: Incident, after: Incident): void {
  const { duplicateOf } = workOf(before)
  if (duplicateOf === '' || isDeepStrictEqual(factsOf(before), factsOf(after))) return
  const message = `the incident is a duplicate of ${duplicateOf}: assess and correct that one, whose obligations count`
  throw new DomainError(Reason.CONFLICT, message, { details: { duplicate_of: duplicateOf } })
}

/** The work that people have recorded about an incident; empty for a new one. */
export function workOf({ work }: Incident): IncidentWork {
  return (
    work ?? {
      $typeName: 'attestry.ledger.v1.IncidentWork',
      ownerId: '',
      ownerEmail: '',
      moments: [],
      assessments: [],
      links: [],
      duplicateOf: '',
      duplicates: [],
      warnings: [],
      change: '',
    }
  )
}

/** @throws DomainError VALIDATION for a time in the future */
export function requirePast(field: string, time: Date, now: Date): void {
  if (time > now) throw invalid({ [field]: ['must not be in the future'] })
}

/** Warnings about moments in an order that is allowed but unlikely. */
function warningsOf(incident: Incident): string[] {
  const facts = factsOf(incident)
  return ORDERS.flatMap(([earlier, later]) => {
    const [first, second] = [timeOf(facts, earlier), timeOf(facts, later)]
    if (first === undefined || second === undefined || second >= first) return []
    return [`${later} is before ${earlier}`]
  })
}

const ORDERS: readonly [MomentName, MomentName][] = [
  ['occurred', 'detected'],
  ['occurred', 'aware'],
  ['occurred', 'contained'],
  ['occurred', 'recovered'],
  ['aware', 'classified'],
  ['aware', 'handled'],
]
