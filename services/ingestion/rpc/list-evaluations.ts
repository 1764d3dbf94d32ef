import type { MethodImpl } from '@connectrpc/connect'
import type {
  EvaluationService,
  ListEvaluationsRequest,
} from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { listOptions, searchTexts, timeRange } from '../../kernel/lists/list.ts'
import type { IngestionContext } from '../context.ts'
import { evaluationRecords } from '../domain/evaluation.ts'
import type { EvaluationFilter } from '../store/evaluation-list.ts'

/** EvaluationService.ListEvaluations (docs/api.md 4, 4.1.1) */
export function listEvaluations(
  ctx: Pick<IngestionContext, 'evaluations'>,
): MethodImpl<typeof EvaluationService.method.listEvaluations> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { rows, ...read } = await ctx.evaluations.list(
      organizationId,
      filterOf(request),
      listOptions(request, context.values.get(listPlaceKey)),
    )
    return { evaluations: rows.map(({ record }) => evaluationRecords.read(record)), ...read }
  }
}

function filterOf(request: ListEvaluationsRequest): EvaluationFilter {
  return {
    systemId: request.aiSystemId || undefined,
    evalType: request.evalType || undefined,
    metricName: request.metricName || undefined,
    passed: request.passed,
    created: timeRange(request.createdSince, request.createdUntil),
    search: searchTexts(request.search),
  }
}
