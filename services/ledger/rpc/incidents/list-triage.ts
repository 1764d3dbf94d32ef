import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'

/** IncidentWorkService.ListTriage */
export function listTriage(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.listTriage> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      (limit, before) => ctx.incidentWork.triage(organizationId, ctx.clock.now(), limit, before),
      incidentRecords.read,
      context.values.get(listPlaceKey),
    )
    return { incidents: rows, nextCursor }
  }
}
