import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { hashPassword, verifyPassword } from '../../domain/access/password.ts'
import { checkPassword } from '../../domain/access/password-check.ts'
import { drawLogin } from '../../domain/access/session.ts'

/** UserService.ChangePassword */
export function changePassword(
  ctx: Pick<LedgerContext, 'users' | 'clock' | 'draw'>,
): MethodImpl<typeof UserService.method.changePassword> {
  return async (request, context) => {
    const caller = callerOf(context)
    const id = caller.actor?.id ?? ''
    await drawLogin(ctx.draw, id, caller.clientAddress)
    const user = await ctx.users.get(caller.organizationId, id)
    if (user === undefined) throw notFound('user')
    if (!(await verifyPassword(request.currentPassword, user.password, id))) {
      throw invalid({ current_password: ['is not the current password'] })
    }
    await checkPassword('new_password', request.newPassword, user.email)
    if (request.newPassword === request.currentPassword)
      throw invalid({ new_password: ['must differ from the current password'] })
    const password = await hashPassword(request.newPassword, id, user.password)
    // A concurrent password reset wins: the store refuses a person whose account has changed since the call was authenticated.
    const change = () => ({ password, mustChangePassword: false })
    await ctx.users.update({ caller, at: ctx.clock.now() }, id, change, { endSessions: true })
    return {}
  }
}
