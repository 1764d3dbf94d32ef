import type { MethodImpl } from '@connectrpc/connect'
import type { TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { requireSeparateResolver } from '../domain/triggers/change.ts'
import { resolve } from '../domain/triggers/resolution.ts'
import { dutiesOfChanges, recentMakers } from '../store/change-triggers.ts'

/** TriggerService.ResolveTrigger */
export function resolveTrigger(
  ctx: Pick<GateContext, 'findings' | 'clock'>,
): MethodImpl<typeof TriggerService.method.resolveTrigger> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const reviewed = { id: request.id, contentHash: request.said }
    const resolved = await ctx.findings.resolve(
      call,
      reviewed,
      ['tool', 'version', 'drift', 'manual'],
      async (em, finding) => {
        const resolved = resolve(call, finding, 'resolve', request)
        if (finding.changedBy !== null)
          requireSeparateResolver(
            call.caller,
            finding.changedBy,
            await dutiesOfChanges(em, call),
            await recentMakers(em, call),
          )
        return { resolved, furtherRecords: [], result: resolved }
      },
    )
    return { resolution: resolved.resolution }
  }
}
