import type { MethodImpl } from '@connectrpc/connect'
import type { AdmissionService } from '../../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { networkOf } from '../../../kernel/identity/client-network.ts'
import type { LedgerContext } from '../../context.ts'
import { quotaOf } from '../../domain/quota.ts'

/** AdmissionService.Admit */
export function admit(ctx: Pick<LedgerContext, 'admit'>): MethodImpl<typeof AdmissionService.method.admit> {
  return async ({ keyHash, clientAddress, refused }) => {
    const hash = keyHash.length === 32 ? Buffer.from(keyHash.buffer, keyHash.byteOffset, 32) : undefined
    const verdict = await ctx.admit({ keyHash: hash, clientAddress: networkOf(clientAddress), refused })
    const { key, expiredKey } = verdict
    return { $typeName: 'attestry.ledger.v1.AdmitResponse', key, expiredKey, quota: quotaOf(verdict) }
  }
}
