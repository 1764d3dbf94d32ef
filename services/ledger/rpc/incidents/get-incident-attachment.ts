import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { attachmentRecords } from '../../domain/incidents/attachment.ts'

/** IncidentWorkService.GetIncidentAttachment */
export function getIncidentAttachment(
  ctx: Pick<LedgerContext, 'attachments'>,
): MethodImpl<typeof IncidentWorkService.method.getIncidentAttachment> {
  return async (request, context) => {
    const ids = [request.id.toLowerCase(), request.attachmentId.toLowerCase()] as const
    const found = await ctx.attachments.get(callerOf(context).organizationId, ...ids)
    if (found === undefined) throw notFound('attachment')
    return { attachment: attachmentRecords.read(found.record), content: Buffer.from(found.content, 'base64') }
  }
}
