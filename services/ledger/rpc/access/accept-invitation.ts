import type { MethodImpl } from '@connectrpc/connect'
import type { SessionService } from '../../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { sha256, sha256Hex } from '../../../kernel/crypto/digest.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { userActor } from '../../domain/access/access-records.ts'
import { noInvitation } from '../../domain/access/invitation.ts'
import { hashPassword } from '../../domain/access/password.ts'
import { checkPassword } from '../../domain/access/password-check.ts'
import { drawLogin } from '../../domain/access/session.ts'
import { sharedSaltHash } from '../../domain/access/shared-salt-hash.ts'

/** SessionService.AcceptInvitation */
export function acceptInvitation(
  ctx: Pick<LedgerContext, 'users' | 'invitations' | 'draw' | 'clock'>,
): MethodImpl<typeof SessionService.method.acceptInvitation> {
  return async ({ code, password }, context) => {
    const anonymous = callerOf(context)
    await drawLogin(ctx.draw, code, anonymous.clientAddress)
    const codeHash = sha256(code)
    const person = await ctx.invitations.find(codeHash)
    if (person === undefined) throw noInvitation()
    await checkPassword('password', password, person.email)
    const hash = await hashPassword(password, person.orgId, await sharedSaltHash(ctx.users, person.email))
    const caller = { ...anonymous, organizationId: person.orgId, actor: userActor(person) }
    const call = { caller, at: ctx.clock.now(), details: { code_sha256: sha256Hex(codeHash) } }
    const accepted = await ctx.invitations.accept(call, person, codeHash, hash)
    if (accepted === undefined) throw noInvitation()
    return { organizationId: accepted.orgId, userId: accepted.id, email: accepted.email }
  }
}
