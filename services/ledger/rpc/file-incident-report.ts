import type { MethodImpl } from '@connectrpc/connect'
import type { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf, nameOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { LedgerContext } from '../context.ts'
import { fileReport } from '../domain/filing.ts'
import { obligationMessages } from './list-incident-obligations.ts'

/** ObligationService.FileIncidentReport */
export function fileIncidentReport(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof ObligationService.method.fileIncidentReport> {
  return async (request, context) => {
    const id = uuid('id', request.id)
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const by = nameOf(call.caller)
    const after = await ctx.incidentWork.file(call, id, ({ incident, filings }) =>
      fileReport(mintId(call.at), incident, filings, request, { at: call.at, by }),
    )
    if (after === undefined) throw notFound('incident')
    return { filing: after.filings.at(-1)!, obligations: obligationMessages(after, call.at) }
  }
}
