import type { MethodImpl } from '@connectrpc/connect'
import type { ObligationService } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { obligationMessages } from '../../domain/incidents/obligation-messages.ts'

/** ObligationService.ListIncidentObligations */
export function listIncidentObligations(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof ObligationService.method.listIncidentObligations> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const inputs = await ctx.incidentWork.obligationInputs(organizationId, request.id)
    if (inputs === undefined) throw notFound('incident')
    return { obligations: obligationMessages(inputs, ctx.clock.now()) }
  }
}
