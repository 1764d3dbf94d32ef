import type { MethodImpl } from '@connectrpc/connect'
import type { SigningKeyService } from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { DomainError, invalid, notFound, Reason } from '../../../kernel/errors/errors.ts'
import type { LedgerContext } from '../../context.ts'
import { isSha256Sums } from '../../domain/log/signing-key.ts'

/**
 * SigningKeyService.SignPackage: signs only texts in the form of SHA256SUMS, and therefore neither checkpoints nor statements.
 */
export function signPackage(
  ctx: Pick<LedgerContext, 'signingKeys'>,
): MethodImpl<typeof SigningKeyService.method.signPackage> {
  return async ({ kid, sha256sums }) => {
    if (!isSha256Sums(sha256sums)) throw invalid({ sha256sums: ['must be a SHA256SUMS file'] })
    const key = (await ctx.signingKeys.list()).find((one) => one.kid === kid)
    if (key === undefined) throw notFound('signing key')
    if (key.status === 'revoked') throw new DomainError(Reason.CONFLICT, `the key ${kid} is revoked`)
    return { signature: await ctx.signingKeys.sign(key, sha256sums) }
  }
}
