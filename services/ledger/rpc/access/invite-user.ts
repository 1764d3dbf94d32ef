import type { MethodImpl } from '@connectrpc/connect'
import type { UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { callerOf, ROLES, Role } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { LedgerContext } from '../../context.ts'
import { userMessage } from '../../domain/access/access-records.ts'
import { mintInvitation } from '../../domain/access/invitation.ts'

/** UserService.InviteUser: the answer MUST NOT depend on what other organizations have. */
export function inviteUser(
  ctx: Pick<LedgerContext, 'users' | 'invitations' | 'clock'>,
): MethodImpl<typeof UserService.method.inviteUser> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { code, ...invitation } = mintInvitation(call.at)
    const answer = { code, expiresAt: timestamp(invitation.expiresAt) }
    if (request.id !== '') {
      const waiting = await ctx.invitations.renew(call, request.id, invitation)
      if (waiting === undefined) throw notFound('user with an invitation')
      return { user: userMessage(waiting), ...answer }
    }
    if (request.email === '') throw invalid({ email: ['must be an e-mail address'] })
    if (request.role === Role.UNSPECIFIED) throw invalid({ role: [ROLES.expected] })
    const user = {
      orgId: call.caller.organizationId,
      id: mintId(call.at),
      email: request.email,
      role: ROLES.word(request.role),
      attestationRoles: request.attestationRoles,
      status: 'invited',
      mustChangePassword: false,
      version: 1,
      createdAt: call.at,
    }
    await ctx.users.create(call, user, { invitation })
    return { user: userMessage(user), ...answer }
  }
}
