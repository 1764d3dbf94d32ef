import type { MethodImpl } from '@connectrpc/connect'
import type { SigningKeyService } from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { ActorKind, callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { signingKeyMessage } from '../../domain/log/log-messages.ts'

/**
 * SigningKeyService.RotateSigningKey. Every log gets a checkpoint under the new key, now or at the next interval. The keys sign
 * for every organization: an administrator may rotate them only where there is no other organization; the operator always may. A
 * person MUST NOT name the key: it could belong to another account of the key service with which that person signs too.
 */
export function rotateSigningKey(
  ctx: Pick<LedgerContext, 'signingKeys' | 'checkpointer' | 'organizations' | 'clock' | 'log'>,
): MethodImpl<typeof SigningKeyService.method.rotateSigningKey> {
  return async ({ keyArn }, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const isPerson = call.caller.actor?.kind === ActorKind.USER
    if (isPerson && (await ctx.organizations.areSeveral()))
      throw new DomainError(
        Reason.FORBIDDEN,
        'this key signs for several organizations: only the operator rotates it',
      )
    if (isPerson && keyArn !== '')
      throw new DomainError(Reason.FORBIDDEN, 'only the operator names a key of the key service')
    const key = await ctx.signingKeys.rotate(call, keyArn)
    await ctx.checkpointer
      .makeAll()
      .catch((err) => ctx.log.warn({ err }, 'no checkpoints under the new key yet'))
    return { key: signingKeyMessage(key) }
  }
}
