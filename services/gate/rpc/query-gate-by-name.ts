import type { MethodImpl } from '@connectrpc/connect'
import type { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import type { GateContext } from '../context.ts'
import { decideNow } from '../decisions/decide-now.ts'

/** GateService.QueryGateByName (docs/gate-rules.md, docs/pipelines.md) */
export function queryGateByName(
  ctx: Pick<GateContext, 'systems' | 'decisions' | 'clock'>,
): MethodImpl<typeof GateService.method.queryGateByName> {
  return async ({ aiSystemName }, context) => {
    const caller = callerOf(context)
    new Checks().text('ai_system_name', aiSystemName, LIMITS.title, 1).done()
    const systemId = await ctx.systems.idOf(caller.organizationId, aiSystemName)
    if (systemId === undefined) throw notFound('AI system')
    return { decision: await decideNow(ctx, caller, systemId) }
  }
}
