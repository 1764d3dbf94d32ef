import type { MethodImpl } from '@connectrpc/connect'
import type { SigningKeyService } from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { LedgerContext } from '../../context.ts'
import { signingKeyMessage } from '../../domain/log/log-messages.ts'

/** SigningKeyService.ListSigningKeys */
export function listSigningKeys(
  ctx: Pick<LedgerContext, 'signingKeys' | 'organizations'>,
): MethodImpl<typeof SigningKeyService.method.listSigningKeys> {
  return async () => ({
    keys: (await ctx.signingKeys.list()).toReversed().map(signingKeyMessage),
    operatorOnly: await ctx.organizations.areSeveral(),
  })
}
