import { create } from '@bufbuild/protobuf'
import { type Attestation, AttestationSchema } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import type { Caller } from '../../kernel/caller.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { Checks } from '../../kernel/checks.ts'
import { DomainError, Reason } from '../../kernel/errors.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { isoTime, timestampOf } from '../../kernel/time.ts'
import { lockedAgents } from './agents.ts'
import { agentInit } from './certification.ts'
import { messages } from './messages.ts'
import { type Person, personMessage, personOf } from './person.ts'
import type { LockedAgent, Snapshot } from './snapshot.ts'

/** What a person vouched for in a role, as it is recorded. */
export type AttestationRecord = {
  organization_id: string
  id: string
  ai_system_id: string
  suite_id: string
  suite_name: string
  suite_version: number
  role: string
  statement: string
  /** Sorted by profile_id. */
  agents: LockedAgent[]
  attested_by: Person
  created_at: string
}

/** The person who may attest in that role. @throws DomainError VALIDATION, FORBIDDEN when the role is not held. */
export function attestor(caller: Caller, it: { role: string; statement: string }): Person {
  new Checks().kind('role', it.role).text('statement', it.statement, LIMITS.description, 1).done()
  const person = personOf(caller)
  if (!caller.actor?.attestationRoles.includes(it.role)) {
    throw new DomainError(Reason.FORBIDDEN, `you do not hold the attestation role ${it.role}`)
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
  said: { role: string; statement: string; by: Person },
  at: Date,
): AttestationRecord {
  const { suite, profiles } = snapshot
  if (suite === null) throw new DomainError(Reason.CONFLICT, messages.suite_missing(snapshot))
  if (profiles.length === 0) throw new DomainError(Reason.CONFLICT, messages.agent_profile_missing(snapshot))
  return {
    organization_id: snapshot.organization_id,
    id,
    ai_system_id: snapshot.ai_system.id,
    suite_id: suite.id,
    suite_name: suite.name,
    suite_version: suite.version,
    role: said.role,
    statement: said.statement,
    agents: lockedAgents(profiles),
    attested_by: said.by,
    created_at: isoTime(at),
  }
}

export function attestationText(it: AttestationRecord): string {
  return canonicalJson(it)
}

/** Reads a record back. */
export function attestationMessage(record: string): Attestation {
  const it: AttestationRecord = JSON.parse(record)
  return create(AttestationSchema, {
    id: it.id,
    aiSystemId: it.ai_system_id,
    suiteId: it.suite_id,
    suiteName: it.suite_name,
    suiteVersion: it.suite_version,
    role: it.role,
    statement: it.statement,
    agents: it.agents.map(agentInit),
    attestedBy: personMessage(it.attested_by),
    createdAt: timestampOf(it.created_at),
  })
}
