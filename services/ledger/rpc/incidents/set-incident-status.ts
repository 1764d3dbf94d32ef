import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { setStatus } from '../../domain/incidents/incident-move.ts'
import { obligationsAt } from '../../domain/incidents/obligation-record.ts'

/** IncidentService.SetIncidentStatus (docs/api.md 4.1.11) */
export function setIncidentStatus(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentService.method.setIncidentStatus> {
  return async (request, context) => {
    const { id } = request
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const after = await ctx.incidentWork.change(call, id, (inputs) =>
      setStatus(inputs.incident, request, obligationsAt(inputs, call.at)),
    )
    if (after === undefined) throw notFound('incident')
    return { incident: after.incident }
  }
}
