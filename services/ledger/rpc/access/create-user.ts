import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { callerOf, ROLES } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { userMessage } from '../../domain/access/access-records.ts'
import { newPassword } from '../../domain/access/new-password.ts'
import { hashPassword } from '../../domain/access/password.ts'
import { isSeparated } from '../../domain/access/separation.ts'
import { sharedSaltHash } from '../../domain/access/shared-salt-hash.ts'

/** UserService.CreateUser */
export function createUser(
  ctx: Pick<LedgerContext, 'users' | 'organizations' | 'clock'>,
): MethodImpl<typeof UserService.method.createUser> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const { email, attestationRoles } = request
    const role = ROLES.word(request.role)
    const user = {
      orgId: caller.organizationId,
      id: mintId(at),
      email,
      role,
      attestationRoles,
      status: 'active',
      mustChangePassword: isSeparated((await ctx.organizations.get(caller.organizationId))?.separation),
      version: 1,
      createdAt: at,
    }
    const { password, minted } = await newPassword(request.password, email)
    const like = await sharedSaltHash(ctx.users, email)
    const hash = await hashPassword(password, caller.organizationId, like)
    await ctx.users.create({ caller, at }, user, { password: hash })
    return { user: userMessage(user), password: minted }
  }
}
