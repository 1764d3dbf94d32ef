import type { MethodImpl } from '@connectrpc/connect'
import type { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { countOf, listOptions } from '../../kernel/lists/list.ts'
import { readPage } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { systemMessage } from '../domain/systems/system.ts'

/** SystemService.ListSystems */
export function listSystems(
  ctx: Pick<GateContext, 'systems'>,
): MethodImpl<typeof SystemService.method.listSystems> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = { search: request.search, ids: request.ids.map((id) => id.toLowerCase()) }
    const { page, order, withCount } = listOptions(request)
    const read = (limit: number, cursor: string | undefined) =>
      ctx.systems.page(organizationId, filter, { order, limit, cursor })
    const { rows, nextCursor } = await readPage(page, read, ({ id }) => id)
    const systems = rows.map(systemMessage)
    if (!withCount) return { systems, nextCursor }
    return { systems, nextCursor, count: countOf(await ctx.systems.count(organizationId, filter)) }
  }
}
