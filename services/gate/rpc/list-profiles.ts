import type { MethodImpl } from '@connectrpc/connect'
import type { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { GateContext } from '../context.ts'
import { profileMessage } from '../domain/profile.ts'

/** ProfileService.ListProfiles */
export function listProfiles(
  ctx: Pick<GateContext, 'profiles'>,
): MethodImpl<typeof ProfileService.method.listProfiles> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const asked = { systemId: request.aiSystemId.toLowerCase() || undefined, search: request.search }
    const read = (limit: number, before: string | undefined) =>
      ctx.profiles.page(organizationId, asked, limit, before)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { profiles: rows.map(profileMessage), nextCursor }
  }
}
