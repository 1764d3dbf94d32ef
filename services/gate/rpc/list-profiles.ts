import type { MethodImpl } from '@connectrpc/connect'
import type { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { countOf, listOptions } from '../../kernel/lists/list.ts'
import { readPageInParts } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { profileMessage } from '../domain/systems/profile.ts'

/** ProfileService.ListProfiles */
export function listProfiles(
  ctx: Pick<GateContext, 'profiles'>,
): MethodImpl<typeof ProfileService.method.listProfiles> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = { systemId: request.aiSystemId || undefined, search: request.search }
    const { page, order, withCount } = listOptions(request)
    const read = (limit: number, cursor: string | undefined) =>
      ctx.profiles.page(organizationId, filter, { order, limit, cursor })
    const place = context.values.get(listPlaceKey)
    const { rows: profiles, nextCursor } = await readPageInParts(page, read, profileMessage, place)
    if (!withCount) return { profiles, nextCursor }
    return { profiles, nextCursor, count: countOf(await ctx.profiles.count(organizationId, filter)) }
  }
}
