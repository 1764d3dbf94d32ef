import { create } from '@bufbuild/protobuf'
import {
  type Evaluation,
  type EvaluationReport,
  EvaluationSchema,
} from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { eventLoopShare } from '../../kernel/event-loop.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { dateOf, isoTime, timestampOf } from '../../kernel/values/time.ts'
import { BatchChecks } from './batch.ts'
import { type Finding, finding } from './finding.ts'
import { canonicalPayload, type Payload } from './payload.ts'
import { satisfies } from './satisfies.ts'
import type { Tie } from './tie.ts'

/** What a result is stored with, after defaults. */
export type EvaluationDraft = {
  systemId: string | undefined
  systemName: string | undefined
  source: string
  sourceKind: string
  evalType: string
  metricName: string
  metricValue: number
  threshold: number | null
  passed: boolean
  evaluatedAt: Date
  payload: Payload
  evalSuite: string | null
}

/**
 * Checks a batch of results and fills in the defaults (docs/decisions, "Evaluations: required fields").
 * @throws DomainError VALIDATION
 */
export async function draftEvaluations(reports: EvaluationReport[]): Promise<EvaluationDraft[]> {
  const checks = new BatchChecks('evaluations', reports.length, LIMITS.evaluationBatch)
  const drafts: EvaluationDraft[] = []
  const share = eventLoopShare()
  for (const [i, report] of reports.entries()) {
    const turn = share()
    if (turn !== undefined) await turn
    const { aiSystemId, aiSystemName, metricValue, threshold, passed, evalSuite } = report
    const named = aiSystemId !== undefined || aiSystemName !== undefined
    const evaluatedAt = report.evaluatedAt === undefined ? undefined : dateOf(report.evaluatedAt)
    const payload = canonicalPayload(report.payload)
    checks
      .that(named, i, 'ai_system_id', 'is required, or ai_system_name')
      .that(aiSystemId === undefined || isUuid(aiSystemId), i, 'ai_system_id', 'must be a UUID')
      .text(i, 'source', report.source, LIMITS.title)
      .kind(i, 'source_kind', report.sourceKind || DEFAULT_SOURCE_KIND)
      .kind(i, 'eval_type', report.evalType)
      .text(i, 'metric_name', report.metricName, LIMITS.identifier)
      .that(metricValue !== undefined, i, 'metric_value', 'is required')
      .that(metricValue === undefined || Number.isFinite(metricValue), i, 'metric_value', FINITE)
      .that(threshold === undefined || Number.isFinite(threshold), i, 'threshold', FINITE)
      .that(passed !== undefined, i, 'passed', 'is required')
      .instant(i, 'evaluated_at', evaluatedAt)
    if (aiSystemName !== undefined) checks.text(i, 'ai_system_name', aiSystemName, LIMITS.title)
    if (evalSuite !== undefined) checks.text(i, 'eval_suite', evalSuite, LIMITS.title)
    if (typeof payload === 'string') {
      checks.wrong(i, 'payload', payload)
      continue
    }
    drafts.push({
      systemId: aiSystemId?.toLowerCase(),
      systemName: aiSystemName,
      source: report.source,
      sourceKind: report.sourceKind || DEFAULT_SOURCE_KIND,
      evalType: report.evalType,
      metricName: report.metricName,
      metricValue: plain(metricValue ?? Number.NaN),
      threshold: threshold === undefined ? null : plain(threshold),
      passed: passed ?? false,
      evaluatedAt: evaluatedAt!,
      payload,
      evalSuite: evalSuite ?? null,
    })
  }
  checks.done()
  return drafts
}

/** The drift that a result is: it says so itself, or it fails a threshold of the suite version that it is tied to. */
export function driftOf(id: string, draft: EvaluationDraft, { systemId, suite }: Tie): Finding | undefined {
  if (draft.evalType !== DRIFT) return undefined
  const failed = suite?.thresholds.some(
    (threshold) =>
      threshold.eval_type === DRIFT &&
      threshold.metric_name === draft.metricName &&
      !satisfies(draft.metricValue, threshold),
  )
  if (draft.passed && failed !== true) return undefined
  return finding('drift', id, { systemId, metricName: draft.metricName })
}

/**
 * The record of a result. Keys stand in canonical order and the payload's canonical text is spliced in, so that it is
 * RFC 8785 text without a second pass.
 */
export function evaluationRecord(
  organizationId: string,
  id: string,
  draft: EvaluationDraft,
  { systemId, systemName, suite }: Tie,
  at: Date,
): string {
  const json = JSON.stringify
  return `{"ai_system_id":"${systemId}","ai_system_name":${json(systemName)},"created_at":"${isoTime(at)}","eval_suite":${json(draft.evalSuite)},"eval_suite_id":${json(suite?.id ?? null)},"eval_suite_version":${suite?.version ?? null},"eval_type":"${draft.evalType}","evaluated_at":"${isoTime(draft.evaluatedAt)}","id":"${id}","metric_name":${json(draft.metricName)},"metric_value":${json(draft.metricValue)},"organization_id":"${organizationId}","passed":${draft.passed},"payload":${draft.payload.text},"payload_hash":"${draft.payload.hash}","source":${json(draft.source)},"source_kind":"${draft.sourceKind}","threshold":${json(draft.threshold)}}`
}

/** Reads a record back. */
export function evaluationOf(record: string): Evaluation {
  const stored = JSON.parse(record)
  return create(EvaluationSchema, {
    id: stored.id,
    aiSystemId: stored.ai_system_id,
    aiSystemName: stored.ai_system_name,
    source: stored.source,
    sourceKind: stored.source_kind,
    evalType: stored.eval_type,
    metricName: stored.metric_name,
    metricValue: stored.metric_value,
    ...(stored.threshold === null ? {} : { threshold: stored.threshold }),
    passed: stored.passed,
    evaluatedAt: timestampOf(stored.evaluated_at),
    payloadHash: stored.payload_hash,
    ...(stored.eval_suite === null ? {} : { evalSuite: stored.eval_suite }),
    ...(stored.eval_suite_id === null ? {} : { evalSuiteId: stored.eval_suite_id }),
    ...(stored.eval_suite_version === null ? {} : { evalSuiteVersion: stored.eval_suite_version }),
    createdAt: timestampOf(stored.created_at),
  })
}

/** -0 is written as 0 in JSON (RFC 8785), so that it is 0 everywhere. */
function plain(value: number): number {
  return value === 0 ? 0 : value
}

const DEFAULT_SOURCE_KIND = 'custom'
const DRIFT = 'drift'
const FINITE = 'must be a finite number'
