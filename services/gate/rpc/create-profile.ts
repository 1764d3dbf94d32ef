import type { MethodImpl } from '@connectrpc/connect'
import type { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { type ProfileState, profileMessage } from '../domain/systems/profile.ts'
import { sortedSet } from '../domain/systems/system.ts'

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
      systemId: request.aiSystemId,
      agentIdentity: request.agentIdentity,
      tools: sortedSet(request.tools),
      modelName: request.modelName,
      modelVersion: request.modelVersion,
      promptVersion: request.promptVersion,
      version: 1,
      createdAt: at,
    }
    await ctx.profiles.create({ caller, at }, profile)
    return { profile: profileMessage(profile) }
  }
}
