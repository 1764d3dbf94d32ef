import type { MethodImpl } from '@connectrpc/connect'
import type { ObligationService } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'

/** ObligationService.ListIncidentFilings */
export function listIncidentFilings(
  ctx: Pick<LedgerContext, 'incidentWork'>,
): MethodImpl<typeof ObligationService.method.listIncidentFilings> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const inputs = await ctx.incidentWork.obligationInputs(organizationId, request.id)
    if (inputs === undefined) throw notFound('incident')
    return { filings: [...inputs.filings] }
  }
}
