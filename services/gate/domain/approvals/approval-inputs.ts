import { create } from '@bufbuild/protobuf'
import {
  type Certification,
  LockedAgentSchema,
} from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { lockedAgents } from '../decision/agents.ts'
import { messages } from '../decision/messages.ts'
import type { LockedAgent, Snapshot, SuiteState } from '../decision/snapshot.ts'

/** The inputs that certifications and attestations both lock: the suite version and the agent versions. */
type ApprovalInputs = Pick<
  Certification,
  'id' | 'aiSystemId' | 'suiteId' | 'suiteName' | 'suiteVersion' | 'agents' | 'createdAt'
>

/** The suite to approve. @throws DomainError CONFLICT when there is none. */
export function requireSuite(snapshot: Snapshot): SuiteState {
  if (snapshot.suite === null) throw new DomainError(Reason.CONFLICT, messages.suite_missing(snapshot))
  return snapshot.suite
}

/** The current versions as the snapshot shows them; agents sorted by profile_id. */
export function approvalInputs(id: string, snapshot: Snapshot, suite: SuiteState, at: Date): ApprovalInputs {
  return {
    id,
    aiSystemId: snapshot.ai_system.id,
    suiteId: suite.id,
    suiteName: suite.name,
    suiteVersion: suite.version,
    agents: lockedAgents(snapshot.profiles).map(lockedAgent),
    createdAt: timestamp(at),
  }
}

function lockedAgent({ profile_id, model_name, model_version, prompt_version }: LockedAgent) {
  return create(LockedAgentSchema, {
    profileId: profile_id,
    modelName: model_name,
    modelVersion: model_version,
    promptVersion: prompt_version,
  })
}
