import type { MethodImpl } from '@connectrpc/connect'
import type { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { readCountedList } from '../../kernel/lists/counted-list.ts'
import type { GateContext } from '../context.ts'
import { profileMessage } from '../domain/systems/profile.ts'

/** ProfileService.ListProfiles */
export function listProfiles(
  ctx: Pick<GateContext, 'profiles'>,
): MethodImpl<typeof ProfileService.method.listProfiles> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = { systemId: request.aiSystemId || undefined, search: request.search }
    const { rows, ...read } = await readCountedList(
      request,
      {
        read: (range) => ctx.profiles.page(organizationId, filter, range),
        decode: profileMessage,
        count: () => ctx.profiles.count(organizationId, filter),
      },
      context.values.get(listPlaceKey),
    )
    return { profiles: rows, ...read }
  }
}
