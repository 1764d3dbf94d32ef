import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { isoTime, timestampOf } from '../../kernel/values/time.ts'
import { lockedAgents } from './agents.ts'
import { messages } from './messages.ts'
import type { LockedAgent, Snapshot, SuiteState } from './snapshot.ts'

/** What certifications and attestations both record: the suite version and the agent versions that they lock. */
export type ApprovalInputs = {
  organization_id: string
  id: string
  ai_system_id: string
  suite_id: string
  suite_name: string
  suite_version: number
  /** Sorted by profile_id. */
  agents: LockedAgent[]
  created_at: string
}

/** The suite to approve. @throws DomainError CONFLICT when there is none. */
export function requireSuite(snapshot: Snapshot): SuiteState {
  if (snapshot.suite === null) throw new DomainError(Reason.CONFLICT, messages.suite_missing(snapshot))
  return snapshot.suite
}

/** The current versions as the snapshot shows them. */
export function approvalInputs(id: string, snapshot: Snapshot, suite: SuiteState, at: Date): ApprovalInputs {
  return {
    organization_id: snapshot.organization_id,
    id,
    ai_system_id: snapshot.ai_system.id,
    suite_id: suite.id,
    suite_name: suite.name,
    suite_version: suite.version,
    agents: lockedAgents(snapshot.profiles),
    created_at: isoTime(at),
  }
}

/** The same as fields of the message. */
export function approvalInputFields(inputs: ApprovalInputs) {
  return {
    id: inputs.id,
    aiSystemId: inputs.ai_system_id,
    suiteId: inputs.suite_id,
    suiteName: inputs.suite_name,
    suiteVersion: inputs.suite_version,
    agents: inputs.agents.map(({ profile_id, model_name, model_version, prompt_version }) => ({
      profileId: profile_id,
      modelName: model_name,
      modelVersion: model_version,
      promptVersion: prompt_version,
    })),
    createdAt: timestampOf(inputs.created_at),
  }
}
