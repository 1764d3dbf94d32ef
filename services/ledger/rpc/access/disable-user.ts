import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { userMessage } from '../../domain/access/access-records.ts'

/** UserService.DisableUser */
export function disableUser(
  ctx: Pick<LedgerContext, 'users' | 'clock'>,
): MethodImpl<typeof UserService.method.disableUser> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { id } = request
    if (id === caller.actor?.id) throw invalid({ id: ['is your own account'] })
    const user = await ctx.users.update({ caller, at: ctx.clock.now() }, id, () => ({ status: 'disabled' }), {
      endSessions: true,
    })
    if (user === undefined) throw notFound('user')
    return { user: userMessage(user) }
  }
}
