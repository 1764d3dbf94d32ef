import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { attachmentRecords } from '../../domain/incidents/attachment.ts'

/** IncidentWorkService.ListIncidentAttachments */
export function listIncidentAttachments(
  ctx: Pick<LedgerContext, 'incidents' | 'attachments'>,
): MethodImpl<typeof IncidentWorkService.method.listIncidentAttachments> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { id } = request
    if ((await ctx.incidents.current(organizationId, id)) === undefined) throw notFound('incident')
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      (limit, before) => ctx.attachments.page(organizationId, id, limit, before),
      attachmentRecords.read,
      context.values.get(listPlaceKey),
    )
    return { attachments: rows, nextCursor }
  }
}
