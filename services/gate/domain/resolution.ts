import { create } from '@bufbuild/protobuf'
import { type Resolution, ResolutionSchema } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import type { Call } from '../../kernel/audit/call.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { isoTime, timestampOf } from '../../kernel/values/time.ts'
import { type Person, personMessage, personOf } from './person.ts'
import { ACTIONS } from './words.ts'

/** How a person settled a finding or a trigger opened by hand, as it is recorded. */
export type ResolutionRecord = {
  organization_id: string
  id: string
  /** The finding, or the trigger opened by hand. */
  subject_id: string
  subject_kind: 'tool' | 'gap' | 'version' | 'drift' | 'manual'
  action: 'accept' | 'dismiss' | 'resolve'
  reason: string
  /** The occurrences that the person saw. A finding with more occurrences than this is open again. */
  occurrences: number
  resolved_by: Person
  created_at: string
}

/**
 * Settles as many occurrences as the person says to have seen; what occurred since then stays open.
 * @throws DomainError VALIDATION, FORBIDDEN when it is not a person who calls.
 */
export function resolve(
  { caller, at }: Call,
  subject: { id: string; kind: ResolutionRecord['subject_kind']; occurrences: number; settled: number },
  action: ResolutionRecord['action'],
  { reason, occurrences }: { reason: string; occurrences: bigint | number },
): ResolutionRecord {
  const seen = Number(occurrences)
  new Checks()
    .text('reason', reason, LIMITS.description, 1)
    .that(
      seen >= 1 && seen <= subject.occurrences,
      'occurrences',
      `must be how many were seen: 1 to ${subject.occurrences}`,
    )
    .done()
  if (seen <= subject.settled)
    throw new DomainError(Reason.CONFLICT, 'so many occurrences are settled already')
  return {
    organization_id: caller.organizationId,
    id: mintId(at),
    subject_id: subject.id,
    subject_kind: subject.kind,
    action,
    reason,
    occurrences: seen,
    resolved_by: personOf(caller),
    created_at: isoTime(at),
  }
}

export function resolutionText(resolution: ResolutionRecord): string {
  return canonicalJson(resolution)
}

/** Reads a record back. */
export function resolutionMessage(record: string): Resolution {
  const stored: ResolutionRecord = JSON.parse(record)
  return create(ResolutionSchema, {
    id: stored.id,
    subjectId: stored.subject_id,
    action: ACTIONS.value(stored.action),
    reason: stored.reason,
    occurrences: BigInt(stored.occurrences),
    resolvedBy: personMessage(stored.resolved_by),
    createdAt: timestampOf(stored.created_at),
  })
}
