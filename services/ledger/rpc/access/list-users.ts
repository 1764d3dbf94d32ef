import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { userMessage } from '../../domain/access/access-records.ts'

/** UserService.ListUsers */
export function listUsers(
  ctx: Pick<LedgerContext, 'users'>,
): MethodImpl<typeof UserService.method.listUsers> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const read = (limit: number, before: string | undefined) =>
      ctx.users.page(organizationId, request.search, limit, before)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { users: rows.map(userMessage), nextCursor }
  }
}
