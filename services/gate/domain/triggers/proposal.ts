import type { ProposedProfile } from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { checkProfile, type ProfileState } from '../systems/profile.ts'
import { sortedSet } from '../systems/system.ts'
import type { Finding } from './finding.ts'

/** The text for a version that no run has reported. */
const UNKNOWN = 'unknown'

/** Returns the next version of a profile, in which the tool is documented. */
export function withTool(profile: ProfileState, tool: string): ProfileState {
  return { ...profile, tools: sortedSet([...profile.tools, tool]) }
}

/**
 * Makes the first version of the profile for a gap: as given, or with the model that the newest run reported and no documented
 * tool.
 *
 * @throws DomainError VALIDATION
 */
export function profileForGap(
  { caller, at }: Call,
  finding: Finding,
  systemId: string,
  given: ProposedProfile | undefined,
): ProfileState {
  const profile: ProfileState = {
    orgId: caller.organizationId,
    id: mintId(at),
    systemId,
    agentIdentity: finding.agentIdentity ?? '',
    tools: sortedSet(given?.tools ?? []),
    modelName: given?.modelName ?? finding.modelName ?? UNKNOWN,
    modelVersion: given?.modelVersion ?? finding.modelVersion ?? UNKNOWN,
    promptVersion: given?.promptVersion ?? UNKNOWN,
    version: 1,
    createdAt: at,
  }
  checkProfile(profile)
  return profile
}
