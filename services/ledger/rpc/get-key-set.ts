import type { MethodImpl } from '@connectrpc/connect'
import type { SigningKeyService } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { LedgerContext } from '../context.ts'
import { keySetText, pemOf, rotationText } from '../domain/signing-key.ts'

/** SigningKeyService.GetKeySet */
export function getKeySet(
  ctx: Pick<LedgerContext, 'signing'>,
): MethodImpl<typeof SigningKeyService.method.getKeySet> {
  return async () => {
    const active = await ctx.signing.current()
    const keys = await ctx.signing.list()
    return {
      keyset: keySetText(keys),
      keys: keys.map(({ kid, publicKey: spki, status }) => ({ kid, spki, status, pem: pemOf(spki) })),
      rotations: keys
        .filter(({ statement }) => statement !== null)
        .map((key) => ({ number: key.number, text: rotationText(key) })),
      activeKid: keys.find(({ status }) => status === 'active')?.kid ?? active.kid,
    }
  }
}
