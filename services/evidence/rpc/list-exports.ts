import type { MethodImpl } from '@connectrpc/connect'
import type { EvidenceService } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { EvidenceContext } from '../context.ts'
import { exportOf } from '../domain/export-record.ts'

/** EvidenceService.ListExports */
export function listExports(
  ctx: Pick<EvidenceContext, 'exports'>,
): MethodImpl<typeof EvidenceService.method.listExports> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { rows, nextCursor } = await readPage(
      pageOf(request.page),
      async (limit, before) => (await ctx.exports.page(organizationId, limit, before)).map(exportOf),
      ({ id }) => id,
    )
    return { exports: rows, nextCursor }
  }
}
