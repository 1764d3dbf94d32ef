import type { MethodImpl } from '@connectrpc/connect'
import type { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { canonicalJson, type JsonValue } from '../../kernel/json/canonical-json.ts'
import { parseJson } from '../../kernel/json/parse-json.ts'
import type { GateContext } from '../context.ts'
import { decisionOf } from '../domain/decision/decision-record.ts'

/** GateService.GetDecision */
export function getDecision(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.getDecision> {
  return async (request, context) => {
    const id = request.decisionId
    const record = await ctx.decisions.current(callerOf(context).organizationId, id)
    if (record === undefined) throw notFound('decision')
    const { snapshot } = parseJson(record) as { snapshot: JsonValue }
    return { decision: decisionOf(record), snapshot: canonicalJson(snapshot) }
  }
}
