import type { MethodImpl } from '@connectrpc/connect'
import type { TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import type { GateContext } from '../context.ts'
import { resolutionMessage, resolutionText, resolve } from '../domain/resolution.ts'

/** TriggerService.ResolveTrigger */
export function resolveTrigger(
  ctx: Pick<GateContext, 'findings' | 'clock'>,
): MethodImpl<typeof TriggerService.method.resolveTrigger> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const id = uuid('id', request.id)
    const resolution = await ctx.findings.settle(
      call,
      id,
      ['tool', 'version', 'drift', 'manual'],
      async (_, finding) => {
        const resolution = resolve(call, finding, 'resolve', request.reason)
        return { resolution, beside: [], result: resolution }
      },
    )
    return { resolution: resolutionMessage(resolutionText(resolution)) }
  }
}
