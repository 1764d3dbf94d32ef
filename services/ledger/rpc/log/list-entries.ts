import type { MethodImpl } from '@connectrpc/connect'
import type { AuditService } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { listOptions } from '../../../kernel/lists/list.ts'
import type { LedgerContext } from '../../context.ts'
import { entryOf } from '../../domain/log/entry.ts'
import { entryFilterOf } from '../../domain/log/entry-filter.ts'

/** AuditService.ListEntries */
export function listEntries(
  ctx: Pick<LedgerContext, 'audit'>,
): MethodImpl<typeof AuditService.method.listEntries> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = entryFilterOf(request)
    const options = listOptions(request, context.values.get(listPlaceKey))
    if (request.afterLeaf !== undefined) {
      const { limit } = options.page
      const { entries, last } = await ctx.audit.after(organizationId, filter, limit, request.afterLeaf)
      return { entries: entries.map(entryOf), nextCursor: '', lastLeaf: last }
    }
    const { rows, ...read } = await ctx.audit.list(organizationId, filter, options)
    return { entries: rows.map(entryOf), ...read }
  }
}
