import type { MethodImpl } from '@connectrpc/connect'
import type { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { decideNow } from '../decisions/decide-now.ts'

/** GateService.QueryGateByName (docs/gate-rules.md, docs/pipelines.md) */
export function queryGateByName(
  ctx: Pick<GateContext, 'systems' | 'decisions' | 'clock'>,
): MethodImpl<typeof GateService.method.queryGateByName> {
  return async (request, context) => {
    const caller = callerOf(context)
    const systemId = await ctx.systems.idOf(caller.organizationId, request.aiSystemName)
    if (systemId === undefined) throw notFound('AI system')
    return { decision: await decideNow(ctx, caller, systemId, request.aiSystemName) }
  }
}
