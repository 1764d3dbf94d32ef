import type { MethodImpl } from '@connectrpc/connect'
import type { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { decisionMessage } from '../domain/decision-record.ts'

/** GateService.GetDecision */
export function getDecision(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.getDecision> {
  return async (request, context) => {
    const id = request.decisionId.toLowerCase()
    const record = await ctx.decisions.current(callerOf(context).organizationId, id)
    if (record === undefined) throw notFound('decision')
    const decision = JSON.parse(record)
    return { decision: decisionMessage(decision), snapshot: canonicalJson(decision.snapshot) }
  }
}
