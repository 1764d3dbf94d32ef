import { create } from '@bufbuild/protobuf'
import {
  type Attestation,
  AttestationSchema,
} from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import type { Caller } from '../../../kernel/identity/caller.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { messages } from '../decision/messages.ts'
import type { Snapshot } from '../decision/snapshot.ts'
import { type Person, personMessage, personOf } from '../person.ts'
import { approvalInputs, requireSuite } from './approval-inputs.ts'
import { DUTIES_VERSION } from './duties.ts'

/** An attestation of a person in a role, with its record. */
type Attested = { attestation: Attestation; text: string }

/** The person who may attest in that role. @throws DomainError FORBIDDEN when the role is not held. */
export function attestor(caller: Caller, role: string): Person {
  const person = personOf(caller)
  if (!caller.actor?.attestationRoles.includes(role))
    throw new DomainError(Reason.FORBIDDEN, `you do not hold the attestation role ${role}`)
  return person
}

/**
 * Attests the current suite version and agent versions as the snapshot shows them.
 * @throws DomainError CONFLICT when there is no suite or no agent profile to attest.
 */
export function attest(
  id: string,
  snapshot: Snapshot,
  given: { role: string; statement: string; by: Person; reviewedHash: string; waitedHours: number },
  at: Date,
): Attested {
  const suite = requireSuite(snapshot)
  if (snapshot.profiles.length === 0)
    throw new DomainError(Reason.CONFLICT, messages.agent_profile_missing(snapshot))
  const { role, statement, by, reviewedHash } = given
  const attestation = create(AttestationSchema, {
    ...approvalInputs(id, snapshot, suite, at),
    role,
    statement,
    reviewedHash,
    attestedBy: personMessage(by),
  })
  const separation = { duties_version: DUTIES_VERSION, waited_hours: canonicalJson(given.waitedHours) }
  return { attestation, text: records.write(snapshot.organization_id, attestation, separation) }
}

/** Reads a record back. */
export function attestationMessage(record: string): Attestation {
  const attestation = records.read(record)
  return { ...attestation, attestedBy: personMessage(attestation.attestedBy!) }
}

const records = recordCodec(AttestationSchema, ['duties_version', 'waited_hours'])
