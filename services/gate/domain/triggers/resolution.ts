import { create } from '@bufbuild/protobuf'
import { type Resolution, ResolutionSchema } from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { DUTIES_VERSION } from '../approvals/duties.ts'
import { personMessage, personOf } from '../person.ts'
import { ACTIONS } from '../words.ts'

/** How a person resolved a finding or a trigger opened by hand. */
export type SubjectResolution = { organizationId: string; subjectKind: SubjectKind; resolution: Resolution }

export type SubjectKind = 'tool' | 'gap' | 'version' | 'drift' | 'manual'

/** A word of ResolutionAction. */
export type ActionWord = 'accept' | 'dismiss' | 'resolve'

/**
 * Resolves as many occurrences as the call says that the person has reviewed. Later occurrences stay open.
 *
 * @throws DomainError VALIDATION, FORBIDDEN when the caller is not a person; CONFLICT when that many occurrences are already resolved.
 */
export function resolve(
  { caller, at }: Call,
  subject: { id: string; kind: SubjectKind; occurrences: number; resolvedOccurrences: number },
  action: ActionWord,
  { reason, occurrences }: { reason: string; occurrences: bigint | number },
): SubjectResolution {
  const reviewed = Number(occurrences)
  new Checks()
    .that(
      reviewed >= 1 && reviewed <= subject.occurrences,
      'occurrences',
      `must be the number of occurrences that were looked at: 1 to ${subject.occurrences}`,
    )
    .done()
  if (reviewed <= subject.resolvedOccurrences)
    throw new DomainError(Reason.CONFLICT, 'that many occurrences are already resolved')
  const resolution = create(ResolutionSchema, {
    id: mintId(at),
    subjectId: subject.id,
    action: ACTIONS.value(action),
    reason,
    occurrences: BigInt(reviewed),
    resolvedBy: personMessage(personOf(caller)),
    createdAt: timestamp(at),
  })
  return { organizationId: caller.organizationId, subjectKind: subject.kind, resolution }
}

export function resolutionText({ organizationId, subjectKind, resolution }: SubjectResolution): string {
  return records.write(organizationId, resolution, {
    duties_version: DUTIES_VERSION,
    subject_kind: `"${subjectKind}"`,
  })
}

/** Reads a record back. */
export function resolutionMessage(record: string): Resolution {
  const resolution = records.read(record)
  return { ...resolution, resolvedBy: personMessage(resolution.resolvedBy!) }
}

const records = recordCodec(ResolutionSchema, ['duties_version', 'subject_kind'])
