import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf, nameOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { setMoments } from '../../domain/incidents/incident-moments.ts'

/** IncidentWorkService.SetIncidentMoments */
export function setIncidentMoments(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.setIncidentMoments> {
  return async (request, context) => {
    const { id } = request
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const by = nameOf(call.caller)
    const after = await ctx.incidentWork.change(call, id, ({ incident }) =>
      setMoments(incident, request, { at: call.at, by }),
    )
    if (after === undefined) throw notFound('incident')
    return { incident: after.incident }
  }
}
