import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { ownTurn } from '../../../kernel/concurrency/event-loop.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { idempotencyRecordOf } from '../../../kernel/idempotency/idempotency.ts'
import { callerOf, nameOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { attachmentOf } from '../../domain/incidents/attachment.ts'

/** IncidentWorkService.AttachToIncident. Each step of a large file has a turn of the event loop of its own. */
export function attachToIncident(
  ctx: Pick<LedgerContext, 'incidents' | 'attachments' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.attachToIncident> {
  return async (request, context) => {
    const incidentId = request.id
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    if ((await ctx.incidents.current(call.caller.organizationId, incidentId)) === undefined)
      throw notFound('incident')
    await ownTurn()
    const by = { at: call.at, by: nameOf(call.caller) }
    const attachment = attachmentOf(mintId(call.at), incidentId, request, by)
    const answer = { attachment }
    const made = { attachment, content: request.content }
    await ctx.attachments.append(call, made, idempotencyRecordOf(context, answer))
    return answer
  }
}
