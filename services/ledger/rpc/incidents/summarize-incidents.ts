import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { summaryOf } from '../../domain/incidents/incident-list.ts'

/** IncidentService.SummarizeIncidents */
export function summarizeIncidents(
  ctx: Pick<LedgerContext, 'lists'>,
): MethodImpl<typeof IncidentService.method.summarizeIncidents> {
  return async (_, context) =>
    summaryOf(await ctx.lists.facets(callerOf(context).organizationId, 'incidents'))
}
