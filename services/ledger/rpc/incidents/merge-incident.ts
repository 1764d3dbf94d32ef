import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { mergeIncident as merge } from '../../domain/incidents/incident-merge.ts'

/** IncidentWorkService.MergeIncident */
export function mergeIncident(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.mergeIncident> {
  return async (request, context) => {
    const { id, intoId } = request
    if (id === intoId) throw invalid({ into_id: ['must be another incident'] })
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const merged = await ctx.incidentWork.merge(call, id, intoId, (one, other) => merge(one, other, request))
    if (merged === undefined) throw notFound('incident')
    return { incident: merged.duplicate, into: merged.into }
  }
}
