import { create } from '@bufbuild/protobuf'
import { type Profile, ProfileSchema } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { timestamp } from '../../kernel/values/time.ts'

/** The current version of an agent profile. */
export type ProfileState = {
  orgId: string
  id: string
  systemId: string
  agentIdentity: string
  /** Sorted, without duplicates. */
  tools: string[]
  modelName: string
  modelVersion: string
  promptVersion: string
  version: number
  createdAt: Date
}

/** @throws DomainError VALIDATION */
export function checkProfile(profile: ProfileState): void {
  const checks = new Checks()
    .text('agent_identity', profile.agentIdentity, LIMITS.identifier, 1)
    .text('model_name', profile.modelName, LIMITS.identifier, 1)
    .text('model_version', profile.modelVersion, LIMITS.identifier, 1)
    .text('prompt_version', profile.promptVersion, LIMITS.identifier, 1)
  checks
    .list('tools', profile.tools, MAX_TOOLS, (tool) => checks.text('tools', tool, LIMITS.identifier, 1))
    .done()
}

export function profileMessage(profile: ProfileState): Profile {
  const { id, agentIdentity, tools, modelName, modelVersion, promptVersion, version } = profile
  return create(ProfileSchema, {
    ...{ id, agentIdentity, tools, modelName, modelVersion, promptVersion, version },
    aiSystemId: profile.systemId,
    createdAt: timestamp(profile.createdAt),
  })
}

/** The record of a profile's version. */
export function profileRecord(profile: ProfileState): string {
  return profileRecords.write(profile.orgId, profileMessage(profile))
}

const profileRecords = recordCodec(ProfileSchema)
const MAX_TOOLS = 500
