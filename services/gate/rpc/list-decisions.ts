import type { MethodImpl } from '@connectrpc/connect'
import type { GateService, ListDecisionsRequest } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { listOptions, searchTexts, timeRange } from '../../kernel/lists/list.ts'
import type { GateContext } from '../context.ts'
import { decisionOf } from '../domain/decision/decision-record.ts'
import { BLOCK_REASONS, VERDICTS } from '../domain/words.ts'
import type { DecisionFilter } from '../store/decision-list.ts'

/** GateService.ListDecisions */
export function listDecisions(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.listDecisions> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { rows, ...read } = await ctx.decisions.list(
      organizationId,
      filterOf(request),
      listOptions(request, context.values.get(listPlaceKey)),
    )
    return { decisions: rows.map(({ record }) => decisionOf(record)), ...read }
  }
}

function filterOf(request: ListDecisionsRequest): DecisionFilter {
  const { decision, reason } = request
  return {
    systemId: request.aiSystemId || undefined,
    decision: decision === 0 ? undefined : VERDICTS.word(decision),
    reason: reason === 0 ? undefined : BLOCK_REASONS.word(reason),
    decided: timeRange(request.decidedSince, request.decidedUntil),
    search: searchTexts(request.search),
  }
}
