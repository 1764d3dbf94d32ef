import type { MethodImpl } from '@connectrpc/connect'
import type { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import type { GateContext } from '../context.ts'
import { checkProfile, type ProfileState, profileMessage } from '../domain/profile.ts'
import { asSet } from '../domain/system.ts'

/** ProfileService.UpdateProfile */
export function updateProfile(
  ctx: Pick<GateContext, 'profiles' | 'clock'>,
): MethodImpl<typeof ProfileService.method.updateProfile> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const change = (profile: ProfileState) => {
      const changed = {
        tools: asSet(request.tools?.values ?? profile.tools),
        modelName: request.modelName ?? profile.modelName,
        modelVersion: request.modelVersion ?? profile.modelVersion,
        promptVersion: request.promptVersion ?? profile.promptVersion,
      }
      checkProfile({ ...profile, ...changed })
      return changed
    }
    return { profile: profileMessage(await ctx.profiles.update(call, uuid('id', request.id), change)) }
  }
}
