import type { MethodImpl } from '@connectrpc/connect'
import type { TriggerService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { triggerMessage } from '../domain/triggers/finding.ts'
import { openByHand, openedFinding } from '../domain/triggers/trigger.ts'

/** TriggerService.OpenTrigger */
export function openTrigger(
  ctx: Pick<GateContext, 'triggers' | 'clock'>,
): MethodImpl<typeof TriggerService.method.openTrigger> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { aiSystemId: systemId, reason } = request
    const trigger = openByHand(call, { id: mintId(call.at), systemId, reason })
    await ctx.triggers.append(call, trigger)
    return { trigger: triggerMessage(openedFinding(trigger)) }
  }
}
