import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import {
  ObligationSchema,
  type ObligationService,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import type { LedgerContext } from '../context.ts'
import { obligationMessage } from '../domain/incident-facts.ts'

/** ObligationService.ListNextObligations */
export function listNextObligations(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof ObligationService.method.listNextObligations> {
  return async ({ incidentIds }, context) => {
    if (incidentIds.length > LIMITS.page)
      throw invalid({ incident_ids: [`must be at most ${LIMITS.page} ids`] })
    const ids = incidentIds.map((id) => uuid('incident_ids', id))
    const found = await ctx.incidentWork.next(callerOf(context).organizationId, ids, ctx.clock.now())
    return {
      obligations: found.map(({ obligation, incident }) =>
        create(ObligationSchema, obligationMessage(obligation, incident)),
      ),
    }
  }
}
