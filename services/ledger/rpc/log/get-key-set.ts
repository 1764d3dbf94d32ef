import type { MethodImpl } from '@connectrpc/connect'
import type { SigningKeyService } from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { LedgerContext } from '../../context.ts'
import { keySetText, pemOf, rotationText } from '../../domain/log/signing-key.ts'

/** SigningKeyService.GetKeySet */
export function getKeySet(
  ctx: Pick<LedgerContext, 'signingKeys'>,
): MethodImpl<typeof SigningKeyService.method.getKeySet> {
  return async ({ packaged }) => {
    const active = await ctx.signingKeys.current()
    const all = await ctx.signingKeys.list()
    const keys = packaged ? all.slice(-(MAX_ROTATIONS + 1)) : all
    return {
      keyset: keySetText(keys),
      keys: keys.map(({ kid, publicKey: spki, status }) => ({ kid, spki, status, pem: pemOf(spki) })),
      rotations: keys
        // The rotation to the first of these keys names an earlier key, which is not among them.
        .filter(({ statement }, i) => statement !== null && (i > 0 || keys.length === all.length))
        .map((key) => ({ number: key.number, text: rotationText(key) })),
      activeKid: keys.find(({ status }) => status === 'active')?.kid ?? active.kid,
    }
  }
}

/** docs/evidence-package.md section 5. */
const MAX_ROTATIONS = 4096
