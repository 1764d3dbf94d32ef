import type { MethodImpl } from '@connectrpc/connect'
import type { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { decideNow } from '../decisions/decide-now.ts'

/** GateService.QueryGate (docs/api.md 2.6, 3.2; docs/gate-rules.md) */
export function queryGate(
  ctx: Pick<GateContext, 'decisions' | 'clock'>,
): MethodImpl<typeof GateService.method.queryGate> {
  return async (request, context) => {
    const systemId = request.aiSystemId
    return { decision: await decideNow(ctx, callerOf(context), systemId) }
  }
}
