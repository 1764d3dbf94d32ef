import type { MethodImpl } from '@connectrpc/connect'
import type { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { entryOf } from '../domain/entry.ts'

/** AuditService.ListEntries */
export function listEntries(
  ctx: Pick<LedgerContext, 'audit'>,
): MethodImpl<typeof AuditService.method.listEntries> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const read = (limit: number, before: string | undefined) => ctx.audit.page(organizationId, limit, before)
    const { rows, nextCursor } = await readPage(
      pageOf(request.page),
      async (...page) => (await read(...page)).map(entryOf),
      ({ id }) => id,
    )
    return { entries: rows, nextCursor }
  }
}
