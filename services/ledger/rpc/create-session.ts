import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import { ActorSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { SessionService } from '../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { mintSecret } from '../../kernel/crypto/secrets.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { ActorKind, callerOf, ROLES } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { LedgerContext } from '../context.ts'
import { isEmail } from '../domain/access.ts'
import { verifyNothing, verifyPassword } from '../domain/password.ts'
import { drawLogin } from '../domain/session.ts'

/** SessionService.CreateSession */
export function createSession(
  ctx: Pick<LedgerContext, 'users' | 'sessions' | 'draw' | 'clock'>,
): MethodImpl<typeof SessionService.method.createSession> {
  return async (request, context) => {
    const anonymous = callerOf(context)
    await drawLogin(ctx.draw, request.email.toLowerCase(), anonymous.clientAddress)
    const user = isEmail(request.email) ? await ctx.users.byEmail(request.email) : undefined
    const known = user?.status === 'active' ? user : undefined
    if (known === undefined) {
      await verifyNothing(request.password)
      throw wrong()
    }
    if (!(await verifyPassword(request.password, known.password, known.id))) throw wrong()
    const at = ctx.clock.now()
    const token = mintSecret('ats')
    const actor = create(ActorSchema, {
      kind: ActorKind.USER,
      id: known.id,
      name: known.email,
      role: ROLES.value(known.role),
    })
    const caller = { ...anonymous, organizationId: known.orgId, actor }
    const session = { tokenHash: token.hash, id: mintId(at), orgId: known.orgId, userId: known.id }
    const expiresAt = await ctx.sessions.create({ caller, at }, session, known.password)
    if (expiresAt === undefined) throw wrong()
    return {
      token: token.secret,
      expiresAt: timestamp(expiresAt),
      organizationId: known.orgId,
      userId: known.id,
      mustChangePassword: known.mustChangePassword,
    }
  }
}

/** One answer, whatever of it is wrong. */
function wrong(): DomainError {
  return new DomainError(Reason.UNAUTHENTICATED, 'the e-mail address or the password is wrong')
}
