import type { EvaluationWarning } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import type { EvaluationDraft } from './evaluation.ts'
import type { Tie } from './tie.ts'

/**
 * Returns a warning for each result that is tied to a suite version without a threshold for its metric (docs/api.md 4.1.3). The
 * gate does not use such a result.
 */
export function warningsOf(
  drafts: Pick<EvaluationDraft, 'metricName' | 'evalType'>[],
  ties: Pick<Tie, 'suite'>[],
): EvaluationWarning[] {
  const warnings: EvaluationWarning[] = []
  for (const [index, { metricName, evalType }] of drafts.entries()) {
    const { suite } = ties[index]!
    if (suite === null) continue
    const named = suite.thresholds.filter(({ metric_name: name }) => name === metricName)
    if (named.some(({ eval_type: type }) => type === evalType)) continue
    const message = `no threshold of the suite asks for this metric_name${named.length === 0 ? '' : ' with this eval_type'}`
    const $typeName = 'attestry.ingestion.v1.EvaluationWarning'
    warnings.push({ $typeName, index, code: 'metric_not_in_suite', message })
  }
  return warnings
}
