import type { MethodImpl } from '@connectrpc/connect'
import type { EvaluationService } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { IngestionContext } from '../context.ts'
import { evaluationRecords } from '../domain/evaluation.ts'

/** EvaluationService.GetMetricSeries */
export function getMetricSeries(
  ctx: Pick<IngestionContext, 'evaluations'>,
): MethodImpl<typeof EvaluationService.method.getMetricSeries> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { aiSystemId, evalType, metricName } = request
    const measure = { organizationId, systemId: aiSystemId, evalType, metricName }
    const { records, examined } = await ctx.evaluations.series(measure, MAX_READ, POINTS)
    const points = records
      .map(evaluationRecords.read)
      .map(({ id, evaluatedAt, metricValue, evalSuiteVersion }) => ({
        evaluationId: id,
        ...(evaluatedAt === undefined ? {} : { evaluatedAt }),
        metricValue,
        ...(evalSuiteVersion === undefined ? {} : { evalSuiteVersion }),
      }))
    return { points: points.reverse(), more: examined === MAX_READ || records.length === POINTS }
  }
}

const MAX_READ = 2000
const POINTS = 500
