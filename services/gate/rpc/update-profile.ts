import type { MethodImpl } from '@connectrpc/connect'
import type { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { requireVersionIfNamed } from '../../kernel/errors/expected-version.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { type ProfileState, profileMessage } from '../domain/systems/profile.ts'
import { sortedSet } from '../domain/systems/system.ts'

/** ProfileService.UpdateProfile */
export function updateProfile(
  ctx: Pick<GateContext, 'profiles' | 'clock'>,
): MethodImpl<typeof ProfileService.method.updateProfile> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const change = (profile: ProfileState) => {
      requireVersionIfNamed('agent profile', profile, request.expectedVersion)
      return {
        tools: sortedSet(request.tools?.values ?? profile.tools),
        modelName: request.modelName ?? profile.modelName,
        modelVersion: request.modelVersion ?? profile.modelVersion,
        promptVersion: request.promptVersion ?? profile.promptVersion,
      }
    }
    return { profile: profileMessage(await ctx.profiles.update(call, request.id, change)) }
  }
}
