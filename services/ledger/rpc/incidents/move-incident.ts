import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { moveIncident as move } from '../../domain/incidents/incident-move.ts'
import { obligationsAt } from '../../domain/incidents/obligation-record.ts'

/** IncidentService.MoveIncident */
export function moveIncident(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentService.method.moveIncident> {
  return async (request, context) => {
    const { id } = request
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const after = await ctx.incidentWork.change(call, id, (inputs) =>
      move(inputs.incident, request, obligationsAt(inputs, call.at)),
    )
    if (after === undefined) throw notFound('incident')
    return { incident: after.incident }
  }
}
