import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { incidentRecords } from '../domain/incidents/incident.ts'

/** IncidentWorkService.ListTriage */
export function listTriage(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.listTriage> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.incidentWork.triage(organizationId, ctx.clock.now(), limit, before)).map(
        incidentRecords.read,
      )
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { incidents: rows, nextCursor }
  }
}
