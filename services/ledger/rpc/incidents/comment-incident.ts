import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { commitRecord } from '../../../kernel/database/record-store.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { idempotencyRecordOf } from '../../../kernel/idempotency/idempotency.ts'
import { callerOf, nameOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { commentOf, commentRecords } from '../../domain/incidents/attachment.ts'

/** IncidentWorkService.CommentIncident */
export function commentIncident(
  ctx: Pick<LedgerContext, 'incidents' | 'comments' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.commentIncident> {
  return async (request, context) => {
    const incidentId = request.id
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { organizationId } = call.caller
    if ((await ctx.incidents.current(organizationId, incidentId)) === undefined) throw notFound('incident')
    const by = { at: call.at, by: nameOf(call.caller) }
    const comment = commentOf(mintId(call.at), incidentId, request, by)
    const row = { id: comment.id, version: 1, text: commentRecords.write(organizationId, comment) }
    const answer = { comment }
    await commitRecord(ctx.comments, call, row, idempotencyRecordOf(context, answer))
    return answer
  }
}
