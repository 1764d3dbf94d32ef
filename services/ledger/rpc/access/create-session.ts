import type { MethodImpl } from '@connectrpc/connect'
import type { SessionService } from '../../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { mintSecret } from '../../../kernel/crypto/secrets.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { LedgerContext } from '../../context.ts'
import { isEmail } from '../../domain/access/access.ts'
import { credentialSha256, userActor } from '../../domain/access/access-records.ts'
import { verifyDummy, verifyPasswords } from '../../domain/access/password.ts'
import { drawLogin } from '../../domain/access/session.ts'

/** SessionService.CreateSession */
export function createSession(
  ctx: Pick<LedgerContext, 'users' | 'sessions' | 'draw' | 'clock'>,
): MethodImpl<typeof SessionService.method.createSession> {
  return async (request, context) => {
    const anonymous = callerOf(context)
    await drawLogin(ctx.draw, request.email.toLowerCase(), anonymous.clientAddress)
    const accounts = isEmail(request.email) ? await ctx.users.byEmail(request.email) : []
    const open = accounts.filter(
      ({ orgId, status }) =>
        status === 'active' && ['', orgId].includes(request.organizationId.toLowerCase()),
    )
    if (open.length === 0) {
      await verifyDummy(request.password)
      throw wrong()
    }
    const hashes = open.map(({ password }) => password)
    const opened = await verifyPasswords(request.password, hashes, request.email.toLowerCase())
    const known = open[opened.indexOf(true)]
    if (known === undefined) throw wrong()
    const at = ctx.clock.now()
    const token = mintSecret('ats')
    const caller = { ...anonymous, organizationId: known.orgId, actor: userActor(known) }
    const session = { tokenHash: token.hash, id: mintId(at), orgId: known.orgId, userId: known.id }
    const details = { credential_sha256: credentialSha256(known.id, known.password) }
    const expiresAt = await ctx.sessions.create({ caller, at, details }, session, known.password)
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

/** The error is the same, whether the e-mail address or the password is wrong. */
function wrong(): DomainError {
  return new DomainError(Reason.UNAUTHENTICATED, 'the e-mail address or the password is wrong')
}
