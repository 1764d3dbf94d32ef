import type { MethodImpl } from '@connectrpc/connect'
import type { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { readList } from '../../kernel/database/filtered/read.ts'
import { array } from '../../kernel/database/record-store.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { entryOf } from '../domain/entry.ts'
import { entryConditionsOf } from '../domain/entry-filter.ts'
import { type EntryRow, loggedEntry } from '../store/audit.ts'

/** AuditService.ListEntries */
export function listEntries(
  ctx: Pick<LedgerContext, 'audit'>,
): MethodImpl<typeof AuditService.method.listEntries> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const conditions = entryConditionsOf(request)
    if (request.recordId !== '') {
      const ids = await ctx.audit.entriesOf(organizationId, request.recordId)
      conditions.indexed('t.id = any($::uuid[])', array(ids))
    }
    if (request.afterLeaf !== undefined) {
      const { limit } = pageOf(request.page)
      const { entries, last } = await ctx.audit.after(organizationId, conditions, limit, request.afterLeaf)
      return { entries: entries.map(entryOf), nextCursor: '', lastLeaf: last }
    }
    const list = {
      filtered: ctx.audit.filtered,
      itemOf: (row: EntryRow) => entryOf(loggedEntry(row)),
      whole: undefined,
    }
    const { rows, ...read } = await readList(organizationId, request, conditions, list)
    return { entries: rows, ...read }
  }
}
