import type { MethodImpl } from '@connectrpc/connect'
import type { SigningKeyService } from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { ActorKind, callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { signingKeyMessage } from '../../domain/log/log-messages.ts'

/**
 * SigningKeyService.RevokeSigningKey. A revocation puts the earlier packages of every organization in doubt. So an administrator
 * may revoke a key only where there is no other organization; the operator always may.
 */
export function revokeSigningKey(
  ctx: Pick<LedgerContext, 'signingKeys' | 'organizations' | 'clock'>,
): MethodImpl<typeof SigningKeyService.method.revokeSigningKey> {
  return async ({ kid, reason }, context) => {
    const caller = callerOf(context)
    if (caller.actor?.kind === ActorKind.USER && (await ctx.organizations.areSeveral()))
      throw new DomainError(
        Reason.FORBIDDEN,
        'this key signs for several organizations: only the operator revokes it',
      )
    const key = await ctx.signingKeys.revoke({ caller, at: ctx.clock.now() }, kid, reason)
    return { key: signingKeyMessage(key) }
  }
}
