import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { uuid } from '../../../kernel/values/checks.ts'
import type { LedgerContext } from '../../context.ts'
import { rangeProof } from '../../domain/log/proof.ts'
import { proving } from '../../domain/log/proof-request.ts'

/** LogService.GetRangeProof */
export function getRangeProof(
  ctx: Pick<LedgerContext, 'nodes'>,
): MethodImpl<typeof LogService.method.getRangeProof> {
  return async (request) => {
    const read = ctx.nodes(uuid('organization_id', request.organizationId))
    const [first, size] = [Number(request.firstIndex), Number(request.treeSize)]
    return proving('entries', () => rangeProof(first, first + Number(request.entries), size, read))
  }
}
