import type { MethodImpl } from '@connectrpc/connect'
import type { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { checkpointMessage } from '../../domain/log/log-messages.ts'

/** LogService.GetCheckpoint */
export function getCheckpoint(
  ctx: Pick<LedgerContext, 'checkpoints' | 'statements'>,
): MethodImpl<typeof LogService.method.getCheckpoint> {
  return async (_, context) => {
    const newest = await ctx.checkpoints.newest(callerOf(context).organizationId)
    if (newest === undefined) throw notFound('checkpoint')
    return { checkpoint: checkpointMessage(newest, await ctx.statements.of(newest)) }
  }
}
