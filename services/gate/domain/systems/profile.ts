import { create } from '@bufbuild/protobuf'
import {
  CreateProfileRequestSchema,
  type Profile,
  ProfileSchema,
} from '../../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { requestRefusal } from '../../../kernel/fields/request-check.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { timestamp } from '../../../kernel/values/time.ts'

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

/** Checks a profile that did not come from a request by the rules for requests. @throws DomainError VALIDATION */
export function checkProfile(profile: ProfileState): void {
  const { systemId: aiSystemId, agentIdentity, tools, modelName, modelVersion, promptVersion } = profile
  const versions = { modelName, modelVersion, promptVersion }
  refuseInvalid(create(CreateProfileRequestSchema, { aiSystemId, agentIdentity, tools, ...versions }))
}

export function profileMessage(profile: ProfileState): Profile {
  const { id, agentIdentity, tools, modelName, modelVersion, promptVersion, version } = profile
  return create(ProfileSchema, {
    id,
    agentIdentity,
    tools,
    modelName,
    modelVersion,
    promptVersion,
    version,
    aiSystemId: profile.systemId,
    createdAt: timestamp(profile.createdAt),
  })
}

/** The record of a profile's version, with the trigger that the change opened; null where it opened none. */
export function profileRecord(profile: ProfileState, openedTrigger: string | null): string {
  const opened = { opened_trigger: canonicalJson(openedTrigger) }
  return profileRecords.write(profile.orgId, profileMessage(profile), opened)
}

const profileRecords = recordCodec(ProfileSchema, ['opened_trigger'])
const refuseInvalid = requestRefusal(CreateProfileRequestSchema)
