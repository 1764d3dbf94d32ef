import type { MessageInitShape } from '@bufbuild/protobuf'
import type {
  Evaluation,
  EvaluationReportSchema,
} from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import type { EvaluationBody } from '../schema/evaluations.ts'
import { timeJson, timeProto } from './values.ts'

export function evaluationReport(body: EvaluationBody): MessageInitShape<typeof EvaluationReportSchema> {
  return {
    source: body.source,
    sourceKind: body.source_kind ?? '',
    evalType: body.eval_type,
    metricName: body.metric_name,
    metricValue: body.metric_value,
    passed: body.passed,
    evaluatedAt: timeProto(body.evaluated_at),
    ...(body.ai_system_id === undefined ? {} : { aiSystemId: body.ai_system_id }),
    ...(body.ai_system_name === undefined ? {} : { aiSystemName: body.ai_system_name }),
    ...(body.threshold === undefined ? {} : { threshold: body.threshold }),
    ...(body.payload === undefined ? {} : { payload: body.payload }),
    ...(body.eval_suite === undefined ? {} : { evalSuite: body.eval_suite }),
  }
}

export function evaluationJson(evaluation: Evaluation) {
  return {
    id: evaluation.id,
    ai_system_id: evaluation.aiSystemId,
    ai_system_name: evaluation.aiSystemName,
    source: evaluation.source,
    source_kind: evaluation.sourceKind,
    eval_type: evaluation.evalType,
    metric_name: evaluation.metricName,
    metric_value: evaluation.metricValue,
    threshold: evaluation.threshold ?? null,
    passed: evaluation.passed,
    evaluated_at: timeJson(evaluation.evaluatedAt),
    payload_hash: evaluation.payloadHash,
    eval_suite: evaluation.evalSuite ?? null,
    eval_suite_id: evaluation.evalSuiteId ?? null,
    eval_suite_version: evaluation.evalSuiteVersion ?? null,
    created_at: timeJson(evaluation.createdAt),
  }
}
