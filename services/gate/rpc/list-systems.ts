import type { MethodImpl } from '@connectrpc/connect'
import type { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { readCountedList } from '../../kernel/lists/counted-list.ts'
import type { GateContext } from '../context.ts'
import { systemMessage } from '../domain/systems/system.ts'

/** SystemService.ListSystems */
export function listSystems(
  ctx: Pick<GateContext, 'systems'>,
): MethodImpl<typeof SystemService.method.listSystems> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = { search: request.search, ids: request.ids }
    const { rows, ...read } = await readCountedList(
      request,
      {
        read: (range) => ctx.systems.page(organizationId, filter, range),
        decode: systemMessage,
        count: () => ctx.systems.count(organizationId, filter),
      },
      context.values.get(listPlaceKey),
    )
    return { systems: rows, ...read }
  }
}
