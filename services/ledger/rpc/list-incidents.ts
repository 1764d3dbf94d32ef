import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { incidentRecords } from '../domain/incident.ts'

/** IncidentService.ListIncidents (docs/api.md 4.1.1) */
export function listIncidents(
  ctx: Pick<LedgerContext, 'incidents'>,
): MethodImpl<typeof IncidentService.method.listIncidents> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.incidents.page(organizationId, limit, before)).map(incidentRecords.read)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { incidents: rows, nextCursor }
  }
}
