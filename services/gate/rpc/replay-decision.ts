import type { MethodImpl } from '@connectrpc/connect'
import type { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { replay } from '../domain/decision/replay.ts'

/** GateService.ReplayDecision */
export function replayDecision(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.replayDecision> {
  return async (request, context) => {
    const id = request.decisionId
    const record = await ctx.decisions.current(callerOf(context).organizationId, id)
    if (record === undefined) throw notFound('decision')
    return replay(record)
  }
}
