import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { checkpointMessage } from '../../domain/log/log-messages.ts'
import { inclusionProof } from '../../domain/log/proof.ts'

/** LogService.GetEntryProof */
export function getEntryProof(
  ctx: Pick<LedgerContext, 'checkpoints' | 'statements' | 'nodes'>,
): MethodImpl<typeof LogService.method.getEntryProof> {
  return async ({ leafIndex }, context) => {
    const { organizationId } = callerOf(context)
    const index = Number(leafIndex)
    const newest = await ctx.checkpoints.newest(organizationId)
    if (newest === undefined) return { covered: false, hashes: [] }
    const covered = index < newest.size
    return {
      checkpoint: checkpointMessage(newest, await ctx.statements.of(newest)),
      covered,
      hashes: covered ? await inclusionProof(index, newest.size, ctx.nodes(organizationId)) : [],
    }
  }
}
