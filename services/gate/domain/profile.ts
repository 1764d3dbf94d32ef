import { create } from '@bufbuild/protobuf'
import { type Profile, ProfileSchema } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { isoTime, timestamp } from '../../kernel/values/time.ts'

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
export function checkProfile(it: ProfileState): void {
  const checks = new Checks()
    .text('agent_identity', it.agentIdentity, LIMITS.identifier, 1)
    .text('model_name', it.modelName, LIMITS.identifier, 1)
    .text('model_version', it.modelVersion, LIMITS.identifier, 1)
    .text('prompt_version', it.promptVersion, LIMITS.identifier, 1)
  checks.list('tools', it.tools, MAX_TOOLS, (tool) => checks.text('tools', tool, LIMITS.identifier, 1)).done()
}

export function profileMessage(it: ProfileState): Profile {
  const { id, agentIdentity, tools, modelName, modelVersion, promptVersion, version } = it
  return create(ProfileSchema, {
    ...{ id, agentIdentity, tools, modelName, modelVersion, promptVersion, version },
    aiSystemId: it.systemId,
    createdAt: timestamp(it.createdAt),
  })
}

/** The record of a profile's version. */
export function profileRecord(it: ProfileState): string {
  return canonicalJson({
    organization_id: it.orgId,
    id: it.id,
    version: it.version,
    ai_system_id: it.systemId,
    agent_identity: it.agentIdentity,
    tools: it.tools,
    model_name: it.modelName,
    model_version: it.modelVersion,
    prompt_version: it.promptVersion,
    created_at: isoTime(it.createdAt),
  })
}

const MAX_TOOLS = 500
