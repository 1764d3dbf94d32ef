import type { MethodImpl } from '@connectrpc/connect'
import type { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { countOf, listOptions } from '../../kernel/lists/list.ts'
import { readPageInParts } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { systemMessage } from '../domain/systems/system.ts'

/** SystemService.ListSystems */
export function listSystems(
  ctx: Pick<GateContext, 'systems'>,
): MethodImpl<typeof SystemService.method.listSystems> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = { search: request.search, ids: request.ids }
    const { page, order, withCount } = listOptions(request)
    const read = (limit: number, cursor: string | undefined) =>
      ctx.systems.page(organizationId, filter, { order, limit, cursor })
    const place = context.values.get(listPlaceKey)
    const { rows: systems, nextCursor } = await readPageInParts(page, read, systemMessage, place)
    if (!withCount) return { systems, nextCursor }
    return { systems, nextCursor, count: countOf(await ctx.systems.count(organizationId, filter)) }
  }
}
