import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { callerOf, ROLES, Role } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { type UserState, userMessage } from '../../domain/access/access-records.ts'

/** UserService.UpdateUser */
export function updateUser(
  ctx: Pick<LedgerContext, 'users' | 'clock'>,
): MethodImpl<typeof UserService.method.updateUser> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const change = (user: UserState) => {
      requireVersionIfNamed('user', user, request.expectedVersion)
      const role = request.role === Role.UNSPECIFIED ? user.role : ROLES.word(request.role)
      const attestationRoles = request.attestationRoles?.values ?? user.attestationRoles
      return { role, attestationRoles }
    }
    const user = await ctx.users.update(call, request.id, change, { endSessions: false })
    if (user === undefined) throw notFound('user')
    return { user: userMessage(user) }
  }
}
