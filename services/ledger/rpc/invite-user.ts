import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { LedgerContext } from '../context.ts'
import { checkUser, roleWord } from '../domain/access.ts'
import { userMessage } from '../domain/access-records.ts'
import { mintInvitation } from '../domain/invitation.ts'

/** UserService.InviteUser: the answer MUST NOT depend on what other organizations have. */
export function inviteUser(
  ctx: Pick<LedgerContext, 'users' | 'invitations' | 'clock'>,
): MethodImpl<typeof UserService.method.inviteUser> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { code, ...invitation } = mintInvitation(call.at)
    const answer = { code, expiresAt: timestamp(invitation.expiresAt) }
    if (request.id !== '') {
      const waiting = await ctx.invitations.renew(call, uuid('id', request.id), invitation)
      if (waiting === undefined) throw notFound('user with an invitation')
      return { user: userMessage(waiting), ...answer }
    }
    const user = {
      orgId: call.caller.organizationId,
      id: mintId(call.at),
      email: request.email,
      role: roleWord(request.role),
      attestationRoles: request.attestationRoles,
      status: 'invited',
      mustChangePassword: false,
      version: 1,
      createdAt: call.at,
    }
    checkUser(user)
    await ctx.users.create(call, user, { invitation })
    return { user: userMessage(user), ...answer }
  }
}
