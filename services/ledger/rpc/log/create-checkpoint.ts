import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { uuid } from '../../../kernel/values/checks.ts'
import type { LedgerContext } from '../../context.ts'
import { checkpointMessage } from '../../domain/log/log-messages.ts'
import { drainQueue } from '../../log/sequencer.ts'
import { BATCH } from '../../store/log/sequence.ts'

/** LogService.CreateCheckpoint: covers every entry that was committed before the call. */
export function createCheckpoint(
  ctx: Pick<LedgerContext, 'checkpointer' | 'trees' | 'sequence' | 'statements' | 'statementCollector'>,
): MethodImpl<typeof LogService.method.createCheckpoint> {
  return async (request) => {
    const organizationId = uuid('organization_id', request.organizationId)
    await drainQueue({ sequence: ctx.sequence, batch: BATCH, waiting: ctx.trees.waiting })
    let made = await ctx.checkpointer.make(organizationId)
    if (!request.witnessed) return { checkpoint: checkpointMessage(made, []) }
    if ((await ctx.statementCollector.gather(made)).isBehind) {
      // The log has grown meanwhile, and a witness has cosigned a larger tree. It cosigns no smaller tree afterwards.
      made = await ctx.checkpointer.make(organizationId)
      await ctx.statementCollector.gather(made)
    }
    return { checkpoint: checkpointMessage(made, await ctx.statements.of(made)) }
  }
}
