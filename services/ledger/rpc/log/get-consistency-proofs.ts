import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { uuid } from '../../../kernel/values/checks.ts'
import type { LedgerContext } from '../../context.ts'
import { consistencyProof } from '../../domain/log/proof.ts'
import { proofsAsked, proving } from '../../domain/log/proof-request.ts'
import { perfectSubtrees, treeRoot } from '../../domain/log/tree.ts'

/** LogService.GetConsistencyProofs */
export function getConsistencyProofs(
  ctx: Pick<LedgerContext, 'nodes'>,
): MethodImpl<typeof LogService.method.getConsistencyProofs> {
  return async (request) => {
    const read = ctx.nodes(uuid('organization_id', request.organizationId))
    const size = Number(request.treeSize)
    const prove = async (from: number) => {
      const hashes = await consistencyProof(from, size, read)
      const frontier = await Promise.all(
        perfectSubtrees(0, from).map(({ level, index }) => read(level, index)),
      )
      return { treeSize: BigInt(from), root: treeRoot({ size: from, frontier }), hashes }
    }
    const sizes = proofsAsked('sizes', request.sizes)
    return { proofs: await proving('sizes', async () => Promise.all(sizes.map(prove))) }
  }
}
