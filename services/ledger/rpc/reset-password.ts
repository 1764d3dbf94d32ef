import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { callerOf } from '../../kernel/caller.ts'
import { uuid } from '../../kernel/checks.ts'
import { notFound } from '../../kernel/errors.ts'
import { mintPassword } from '../../kernel/secrets.ts'
import type { LedgerContext } from '../context.ts'
import { userMessage } from '../domain/access-records.ts'
import { checkPassword, hashPassword } from '../domain/password.ts'

/** UserService.ResetPassword */
export function resetPassword(
  ctx: Pick<LedgerContext, 'users' | 'clock'>,
): MethodImpl<typeof UserService.method.resetPassword> {
  return async (request, context) => {
    const made = request.password === '' ? mintPassword() : ''
    const password = made === '' ? request.password : made
    checkPassword('password', password)
    const hash = await hashPassword(password)
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const user = await ctx.users.update(call, uuid('id', request.id), () => ({ password: hash }), true)
    if (user === undefined) throw notFound('user')
    return { user: userMessage(user), password: made }
  }
}
