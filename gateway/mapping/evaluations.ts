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

export function evaluationJson(it: Evaluation) {
  return {
    id: it.id,
    ai_system_id: it.aiSystemId,
    ai_system_name: it.aiSystemName,
    source: it.source,
    source_kind: it.sourceKind,
    eval_type: it.evalType,
    metric_name: it.metricName,
    metric_value: it.metricValue,
    threshold: it.threshold ?? null,
    passed: it.passed,
    evaluated_at: timeJson(it.evaluatedAt),
    payload_hash: it.payloadHash,
    eval_suite: it.evalSuite ?? null,
    eval_suite_id: it.evalSuiteId ?? null,
    eval_suite_version: it.evalSuiteVersion ?? null,
    created_at: timeJson(it.createdAt),
  }
}
