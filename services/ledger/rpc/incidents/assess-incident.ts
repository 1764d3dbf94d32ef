import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf, nameOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { assessIncident as assess } from '../../domain/incidents/incident-assessment.ts'

/** IncidentWorkService.AssessIncident */
export function assessIncident(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.assessIncident> {
  return async (request, context) => {
    const { id } = request
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const by = nameOf(call.caller)
    const after = await ctx.incidentWork.change(call, id, ({ incident }) =>
      assess(incident, request, { at: call.at, by }),
    )
    if (after === undefined) throw notFound('incident')
    return { incident: after.incident }
  }
}
