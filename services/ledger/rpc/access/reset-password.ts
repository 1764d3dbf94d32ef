import type { MethodImpl } from '@connectrpc/connect'
import type { ResetPasswordRequest, UserService } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { DomainError, invalid, notFound, Reason } from '../../../kernel/errors/errors.ts'
import { ActorKind, type Caller, callerOf } from '../../../kernel/identity/caller.ts'
import { uuid } from '../../../kernel/values/checks.ts'
import type { LedgerContext } from '../../context.ts'
import { userMessage } from '../../domain/access/access-records.ts'
import { newPassword } from '../../domain/access/new-password.ts'
import { hashPassword } from '../../domain/access/password.ts'

/**
 * UserService.ResetPassword: the person MUST change the password at the next sign-in, because the person who reset it knows it.
 */
export function resetPassword(
  ctx: Pick<LedgerContext, 'users' | 'clock'>,
): MethodImpl<typeof UserService.method.resetPassword> {
  return async (request, context) => {
    const { orgId, id } = await accountOf(ctx, callerOf(context), request)
    // Looks the person up first: without one no hash is computed.
    const present = await ctx.users.get(orgId, id)
    if (present === undefined) throw notFound('user')
    // Such an account is invited, or its invitation was withdrawn.
    if (present.password === '')
      throw new DomainError(Reason.CONFLICT, 'the person has accepted no invitation: invite again')
    const { password, minted } = await newPassword(request.password, present.email)
    const hash = await hashPassword(password, callerOf(context).organizationId, present.password)
    const call = { caller: { ...callerOf(context), organizationId: orgId }, at: ctx.clock.now() }
    const change = () => ({ password: hash, mustChangePassword: true })
    const user = await ctx.users.update(call, id, change, { endSessions: true })
    if (user === undefined) throw notFound('user')
    return { user: userMessage(user), password: minted }
  }
}

/**
 * A person of the caller's organization; for the operator, the person with the e-mail address. The audit entry goes to the
 * person's organization.
 */
async function accountOf(
  ctx: Pick<LedgerContext, 'users'>,
  { actor, organizationId }: Caller,
  request: ResetPasswordRequest,
): Promise<{ orgId: string; id: string }> {
  if (actor?.kind !== ActorKind.OPERATOR) return { orgId: organizationId, id: uuid('id', request.id) }
  const { organizationId: named } = request
  const accounts = await ctx.users.byEmail(request.email)
  const [user, ...others] = accounts.filter(({ orgId }) => ['', orgId].includes(named.toLowerCase()))
  if (user === undefined) throw notFound('user')
  if (others.length > 0)
    throw invalid({ organization_id: ['several organizations have an account of the address: name one'] })
  return user
}
