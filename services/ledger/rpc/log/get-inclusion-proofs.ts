import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { uuid } from '../../../kernel/values/checks.ts'
import type { LedgerContext } from '../../context.ts'
import { inclusionProof } from '../../domain/log/proof.ts'
import { proofsAsked, proving } from '../../domain/log/proof-request.ts'

/** LogService.GetInclusionProofs */
export function getInclusionProofs(
  ctx: Pick<LedgerContext, 'nodes'>,
): MethodImpl<typeof LogService.method.getInclusionProofs> {
  return async (request) => {
    const read = ctx.nodes(uuid('organization_id', request.organizationId))
    const size = Number(request.treeSize)
    const prove = async (index: number) => ({
      index: BigInt(index),
      hashes: await inclusionProof(index, size, read),
    })
    const indices = proofsAsked('indices', request.indices)
    return { proofs: await proving('indices', async () => Promise.all(indices.map(prove))) }
  }
}
