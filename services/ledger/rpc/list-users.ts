import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { callerOf } from '../../kernel/caller.ts'
import type { LedgerContext } from '../context.ts'
import { userMessage } from '../domain/access-records.ts'

/** UserService.ListUsers */
export function listUsers(
  ctx: Pick<LedgerContext, 'users'>,
): MethodImpl<typeof UserService.method.listUsers> {
  return async (_, context) => ({
    users: (await ctx.users.list(callerOf(context).organizationId)).map(userMessage),
  })
}
