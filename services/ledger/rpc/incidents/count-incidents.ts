import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import {
  type IncidentService,
  ListIncidentsRequestSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { incidentFilterOf } from '../../domain/incidents/incident-list.ts'

/** IncidentService.CountIncidents */
export function countIncidents(
  ctx: Pick<LedgerContext, 'incidentWork' | 'lists' | 'clock'>,
): MethodImpl<typeof IncidentService.method.countIncidents> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const now = ctx.clock.now()
    const criteria = request.filter ?? create(ListIncidentsRequestSchema)
    const filter = incidentFilterOf(organizationId, criteria, now)
    if (filter?.overdue !== undefined) await ctx.incidentWork.catchUp(organizationId, now)
    return ctx.lists.count(organizationId, 'incidents', filter ?? {})
  }
}
