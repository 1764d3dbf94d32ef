import type { MethodImpl } from '@connectrpc/connect'
import type { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { entryOf } from '../domain/entry.ts'
import { entryFilterOf } from '../domain/entry-filter.ts'

/** AuditService.ListEntries */
export function listEntries(
  ctx: Pick<LedgerContext, 'audit'>,
): MethodImpl<typeof AuditService.method.listEntries> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = entryFilterOf(request)
    const { limit, before } = pageOf(request.page)
    if (request.afterLeaf !== undefined) {
      const { entries, last } = await ctx.audit.after(organizationId, filter, limit, request.afterLeaf)
      return { entries: entries.map(entryOf), nextCursor: '', lastLeaf: last }
    }
    const { entries, last } = await ctx.audit.page(organizationId, filter, limit, before)
    return { entries: entries.map(entryOf), nextCursor: last ?? '' }
  }
}
