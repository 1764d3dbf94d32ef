import type { MethodImpl } from '@connectrpc/connect'
import type { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { checkProfile, type ProfileState, profileMessage } from '../domain/profile.ts'
import { asSet } from '../domain/system.ts'

/** ProfileService.CreateProfile */
export function createProfile(
  ctx: Pick<GateContext, 'profiles' | 'clock'>,
): MethodImpl<typeof ProfileService.method.createProfile> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const profile: ProfileState = {
      orgId: caller.organizationId,
      id: mintId(at),
      systemId: uuid('ai_system_id', request.aiSystemId),
      agentIdentity: request.agentIdentity,
      tools: asSet(request.tools),
      modelName: request.modelName,
      modelVersion: request.modelVersion,
      promptVersion: request.promptVersion,
      version: 1,
      createdAt: at,
    }
    checkProfile(profile)
    await ctx.profiles.create({ caller, at }, profile)
    return { profile: profileMessage(profile) }
  }
}
