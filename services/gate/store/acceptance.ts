import type { EntityManager } from '@mikro-orm/postgresql'
import type { ProposedProfile, Resolution } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import type { Call } from '../../kernel/audit/call.ts'
import type { StateRecord } from '../../kernel/database/commit-state.ts'
import { isDuplicate } from '../../kernel/database/errors.ts'
import { DomainError, invalid, Reason } from '../../kernel/errors/errors.ts'
import { checkProfile } from '../domain/systems/profile.ts'
import type { Finding } from '../domain/triggers/finding.ts'
import { profileForGap, withTool } from '../domain/triggers/proposal.ts'
import { resolve } from '../domain/triggers/resolution.ts'
import { ofChange, triggersOf } from './change-triggers.ts'
import { ProfileEntity } from './entities/state.ts'
import type { FindingStore, Reviewed } from './findings.ts'
import { additionOf, changeOfProfile, insertProfile, reviseProfile } from './profiles.ts'
import { profileRow } from './state-records.ts'

/** Accepts proposals: the profile and the resolution commit together. */
export type AcceptanceStore = {
  /**
   * Documents a tool in its profile. For a gap, makes a profile for the named system.
   *
   * @throws DomainError NOT_FOUND, VALIDATION when a gap names no system, CONFLICT when it is already resolved.
   */
  accept(
    call: Call,
    reviewed: Reviewed,
    as: Acceptance,
  ): Promise<{ resolution: Resolution; profileId: string }>
}

type Acceptance = {
  reason: string
  occurrences: bigint
  systemId: string | undefined
  profile: ProposedProfile | undefined
}

export function acceptanceStore(findings: Pick<FindingStore, 'resolve'>): AcceptanceStore {
  return {
    accept: (call, reviewed, as) =>
      findings.resolve(ofChange(call), reviewed, ['tool', 'gap'], async (em, finding) => {
        const resolved = resolve(call, finding, 'accept', as)
        const { profileId, furtherRecords } =
          finding.kind === 'tool'
            ? await documentTool(em, call, finding)
            : await closeGap(em, call, finding, as)
        return { resolved, furtherRecords, result: { resolution: resolved.resolution, profileId } }
      }),
  }
}

/** Documents a tool. Accepting a tool widens what its agent may do, in the same way as adding it to the profile. */
async function documentTool(em: EntityManager, call: Call, finding: Finding): Promise<Documented> {
  const { organizationId } = call.caller
  const { before, profile } = await reviseProfile(em, organizationId, finding.profileId ?? '', (current) => {
    const next = withTool(current, finding.toolName ?? '')
    checkProfile(next)
    return next
  })
  const triggers = await triggersOf(em, call, changeOfProfile(before, profile))
  return { profileId: profile.id, furtherRecords: [profileRow(profile, triggers), ...triggers] }
}

async function closeGap(
  em: EntityManager,
  call: Call,
  finding: Finding,
  as: Acceptance,
): Promise<Documented> {
  const { organizationId: orgId } = call.caller
  const existing = await em.findOne(ProfileEntity, { orgId, agentIdentity: finding.agentIdentity ?? '' })
  if (existing !== null) {
    if (as.systemId !== undefined && as.systemId !== existing.systemId) {
      throw new DomainError(Reason.CONFLICT, 'the agent has a profile of another AI system')
    }
    return { profileId: existing.id, furtherRecords: [] }
  }
  if (as.systemId === undefined) throw invalid({ ai_system_id: ['must name the AI system of the agent'] })
  const profile = profileForGap(call, finding, as.systemId, as.profile)
  try {
    await insertProfile(em, profile)
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    const message = 'the agent was given a profile by another call meanwhile; read it again'
    throw new DomainError(Reason.CONFLICT, message, { cause })
  }
  const triggers = await triggersOf(em, call, additionOf(profile))
  return { profileId: profile.id, furtherRecords: [profileRow(profile, triggers), ...triggers] }
}

type Documented = { profileId: string; furtherRecords: StateRecord[] }
