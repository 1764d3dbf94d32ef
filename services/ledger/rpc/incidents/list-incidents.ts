import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { ActorKind, callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { incidentFilterOf, orderOf } from '../../domain/incidents/incident-list.ts'

/** IncidentService.ListIncidents (docs/api.md 4.1.1) */
export function listIncidents(
  ctx: Pick<LedgerContext, 'incidents' | 'incidentWork' | 'lists' | 'clock'>,
): MethodImpl<typeof IncidentService.method.listIncidents> {
  return async (request, context) => {
    const { organizationId, actor } = callerOf(context)
    const now = ctx.clock.now()
    const filter = incidentFilterOf(organizationId, request, now)
    if (filter?.overdue !== undefined) await ctx.incidentWork.catchUp(organizationId, now)
    const order = orderOf(request.order)
    const texts = (limit: number, cursor: string | undefined) =>
      filter === undefined && order === 'newest'
        ? ctx.incidents.page(organizationId, limit, cursor)
        : ctx.lists.find({ organizationId, type: 'incidents', filter: filter ?? {}, order, limit, cursor })
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      texts,
      incidentRecords.read,
      context.values.get(listPlaceKey),
    )
    // An API key reads incidents without their owners.
    const owners = actor?.kind === ActorKind.API_KEY ? [] : rows.map(({ work }) => work?.ownerId ?? '')
    const named = [...new Set(owners)].filter((id) => id !== '')
    const disabledOwnerIds = await ctx.incidentWork.disabledOwners(organizationId, named)
    return { incidents: rows, nextCursor, disabledOwnerIds }
  }
}
