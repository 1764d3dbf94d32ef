import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { attachmentRecords } from '../../domain/incidents/attachment.ts'

/** IncidentWorkService.ListIncidentAttachments */
export function listIncidentAttachments(
  ctx: Pick<LedgerContext, 'incidents' | 'attachments'>,
): MethodImpl<typeof IncidentWorkService.method.listIncidentAttachments> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const id = request.id.toLowerCase()
    if ((await ctx.incidents.current(organizationId, id)) === undefined) throw notFound('incident')
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.attachments.page(organizationId, id, limit, before)).map(attachmentRecords.read)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, (one) => one.id)
    return { attachments: rows, nextCursor }
  }
}
