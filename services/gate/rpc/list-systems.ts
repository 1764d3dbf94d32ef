import type { MethodImpl } from '@connectrpc/connect'
import type { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { GateContext } from '../context.ts'
import { systemMessage } from '../domain/system.ts'

/** SystemService.ListSystems */
export function listSystems(
  ctx: Pick<GateContext, 'systems'>,
): MethodImpl<typeof SystemService.method.listSystems> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = { search: request.search, ids: request.ids.map((id) => id.toLowerCase()) }
    const read = (limit: number, before: string | undefined) =>
      ctx.systems.page(organizationId, filter, limit, before)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { systems: rows.map(systemMessage), nextCursor }
  }
}
