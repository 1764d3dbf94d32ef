import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { ownTurn } from '../../../kernel/concurrency/event-loop.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { endOfCall } from '../../../kernel/interceptors/deadline.ts'
import type { LedgerContext } from '../../context.ts'
import { attachmentRecords } from '../../domain/incidents/attachment.ts'

/** IncidentWorkService.GetIncidentAttachment. A large file waits for others before its bytes are read. */
export function getIncidentAttachment(
  ctx: Pick<LedgerContext, 'attachments'>,
): MethodImpl<typeof IncidentWorkService.method.getIncidentAttachment> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { id, attachmentId } = request
    const found = await ctx.attachments.find(organizationId, id, attachmentId)
    if (found === undefined) throw notFound('attachment')
    const attachment = attachmentRecords.read(found)
    const place = context.values.get(listPlaceKey)
    await place?.read(attachment.bytes)
    if (place?.signal.aborted) throw endOfCall(place.signal.reason)
    const content = await ctx.attachments.content(organizationId, attachmentId)
    await ownTurn()
    return { attachment, content: Buffer.from(content, 'base64') }
  }
}
