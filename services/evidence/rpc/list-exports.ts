import type { MethodImpl } from '@connectrpc/connect'
import type { EvidenceService } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../kernel/lists/paging.ts'
import type { EvidenceContext } from '../context.ts'
import { exportOf } from '../domain/export-record.ts'

/** EvidenceService.ListExports */
export function listExports(
  ctx: Pick<EvidenceContext, 'exports'>,
): MethodImpl<typeof EvidenceService.method.listExports> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      (limit, before) => ctx.exports.page(organizationId, limit, before),
      exportOf,
      context.values.get(listPlaceKey),
    )
    return { exports: rows, nextCursor }
  }
}
