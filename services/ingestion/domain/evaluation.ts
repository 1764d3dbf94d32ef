import {
  type Evaluation,
  type EvaluationReport,
  EvaluationReportSchema,
  EvaluationSchema,
} from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { requestCheck } from '../../kernel/fields/request-check.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { dateOf, timestamp } from '../../kernel/values/time.ts'
import { BatchChecks } from './batch.ts'
import { type Finding, finding } from './finding.ts'
import { canonicalPayload, type Payload } from './payload.ts'
import { satisfies } from './satisfies.ts'
import type { Tie } from './tie.ts'

/** The records of results. They hold the payload, too. */
export const evaluationRecords = recordCodec(EvaluationSchema, ['payload'])

/** The stored fields of a result, after defaults. */
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
 * Checks a batch of results and fills in the defaults (docs/decisions/0036-evaluations-required-fields.md).
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
    checkReport(report, (field, problem) => checks.wrong(i, field, problem))
    checks.that(named, i, 'ai_system_id', 'is required, or ai_system_name')
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

/**
 * Returns the drift finding of a result of eval_type drift: one that did not pass, or that fails a threshold of the suite version
 * to which it is tied, or of the current gate suite.
 */
export function driftOf(
  id: string,
  draft: EvaluationDraft,
  { systemId, suite, gateSuite }: Tie,
): Finding | undefined {
  if (draft.evalType !== DRIFT) return undefined
  const failed = [...(suite?.thresholds ?? []), ...(gateSuite?.thresholds ?? [])].some(
    (threshold) =>
      threshold.eval_type === DRIFT &&
      threshold.metric_name === draft.metricName &&
      !satisfies(draft.metricValue, threshold),
  )
  if (draft.passed && !failed) return undefined
  return finding('drift', id, { systemId, metricName: draft.metricName })
}

/** Returns the result as it is stored. */
export function evaluationOf(
  id: string,
  draft: EvaluationDraft,
  { systemId, systemName, suite }: Tie,
  at: Date,
): Evaluation {
  const { source, sourceKind, evalType, metricName, metricValue, passed } = draft
  return {
    $typeName: 'attestry.ingestion.v1.Evaluation',
    id,
    aiSystemId: systemId,
    aiSystemName: systemName,
    source,
    sourceKind,
    evalType,
    metricName,
    metricValue,
    passed,
    threshold: draft.threshold ?? undefined,
    evalSuite: draft.evalSuite ?? undefined,
    evaluatedAt: timestamp(draft.evaluatedAt),
    payloadHash: draft.payload.hash,
    evalSuiteId: suite?.id,
    evalSuiteVersion: suite?.version,
    createdAt: timestamp(at),
  }
}

/** Turns -0 into 0: JSON writes both as 0 (RFC 8785). */
function plain(value: number): number {
  return value === 0 ? 0 : value
}

const DEFAULT_SOURCE_KIND = 'custom'
export const DRIFT = 'drift'
const checkReport = requestCheck(EvaluationReportSchema)
