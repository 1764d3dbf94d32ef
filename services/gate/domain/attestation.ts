import { create } from '@bufbuild/protobuf'
import { type Attestation, AttestationSchema } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { type ApprovalInputs, approvalInputFields, approvalInputs, requireSuite } from './approval-inputs.ts'
import { messages } from './messages.ts'
import { type Person, personMessage, personOf } from './person.ts'
import type { Snapshot } from './snapshot.ts'

/** The record of an attestation: what a person attested, in a role. */
export type AttestationRecord = ApprovalInputs & {
  role: string
  statement: string
  attested_by: Person
  /** As in a certification. */
  reviewed_hash?: string
  waited_hours?: number
}

/** The person who may attest in that role. @throws DomainError VALIDATION, FORBIDDEN when the role is not held. */
export function attestor(caller: Caller, request: { role: string; statement: string }): Person {
  new Checks().kind('role', request.role).text('statement', request.statement, LIMITS.description, 1).done()
  const person = personOf(caller)
  if (!caller.actor?.attestationRoles.includes(request.role)) {
    throw new DomainError(Reason.FORBIDDEN, `you do not hold the attestation role ${request.role}`)
  }
  return person
}

/**
 * Attests the current suite version and agent versions as the snapshot shows them.
 * @throws DomainError CONFLICT when there is no suite or no agent profile to attest.
 */
export function attest(
  id: string,
  snapshot: Snapshot,
  said: { role: string; statement: string; by: Person; reviewed_hash: string; waited_hours: number },
  at: Date,
): AttestationRecord {
  const suite = requireSuite(snapshot)
  if (snapshot.profiles.length === 0)
    throw new DomainError(Reason.CONFLICT, messages.agent_profile_missing(snapshot))
  const { by, ...more } = said
  return { ...approvalInputs(id, snapshot, suite, at), ...more, attested_by: by }
}

export function attestationText(attestation: AttestationRecord): string {
  return canonicalJson(attestation)
}

/** Reads a record back. */
export function attestationMessage(record: string): Attestation {
  const stored: AttestationRecord = JSON.parse(record)
  return create(AttestationSchema, {
    ...approvalInputFields(stored),
    role: stored.role,
    statement: stored.statement,
    attestedBy: personMessage(stored.attested_by),
    reviewedHash: stored.reviewed_hash ?? '',
  })
}
