import type { MethodImpl } from '@connectrpc/connect'
import type { ObligationService } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { obligationMessage } from '../../domain/incidents/incident-facts.ts'

/** ObligationService.ListNextObligations */
export function listNextObligations(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof ObligationService.method.listNextObligations> {
  return async ({ incidentIds }, context) => {
    const found = await ctx.incidentWork.next(callerOf(context).organizationId, incidentIds, ctx.clock.now())
    return {
      obligations: found.map(({ obligation, incident }) => obligationMessage(obligation, incident)),
    }
  }
}
