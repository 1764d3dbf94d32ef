import { create, type MessageInitShape } from '@bufbuild/protobuf'
import {
  type Suite,
  SuiteSchema,
  SuiteStatus,
  type Threshold as ThresholdMessage,
  type ThresholdOutcomeSchema,
  type ThresholdSchema,
} from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { isoTime, timestampOf } from '../../kernel/values/time.ts'
import { isSatisfied } from './outcome.ts'
import type { Threshold, ThresholdState } from './snapshot.ts'
import { OPERATOR_WORDS } from './words.ts'

/** One version of a suite, as it is recorded. */
export type SuiteRecord = {
  organization_id: string
  id: string
  version: number
  ai_system_id: string
  name: string
  /** In the order in which they were given. */
  thresholds: Threshold[]
  created_at: string
}

/** Checks a suite version that is about to be made. @throws DomainError VALIDATION */
export function draftSuite(request: {
  name: string
  thresholds: ThresholdMessage[]
}): Pick<SuiteRecord, 'name' | 'thresholds'> {
  const { name, thresholds } = request
  const checks = new Checks()
    .text('name', name, LIMITS.title, 1)
    .that(thresholds.length >= 1, 'thresholds', 'must have at least one: nothing measured is never a pass')
  checks.list('thresholds', thresholds, MAX_THRESHOLDS, (threshold, i) => {
    checks
      .text(`thresholds.${i}.metric_name`, threshold.metricName, LIMITS.identifier, 1)
      .kind(`thresholds.${i}.eval_type`, threshold.evalType)
      .that(OPERATOR_WORDS.knows(threshold.operator), `thresholds.${i}.operator`, OPERATOR_WORDS.expected)
      .that(Number.isFinite(threshold.value), `thresholds.${i}.value`, 'must be a finite number')
      .that(
        !thresholds.slice(0, i).some((earlier) => isSame(earlier, threshold)),
        `thresholds.${i}`,
        'has the metric_name, eval_type and operator of an earlier one',
      )
  })
  checks.done()
  return {
    name,
    thresholds: thresholds.map((threshold) => ({
      metric_name: threshold.metricName,
      eval_type: threshold.evalType,
      operator: OPERATOR_WORDS.word(threshold.operator),
      value: threshold.value,
    })),
  }
}

/** The record of a suite version. */
export function suiteRecord(at: Date, suite: Omit<SuiteRecord, 'created_at'>): string {
  return canonicalJson({ ...suite, created_at: isoTime(at) })
}

/** A recorded suite version. `supersededBy` is the id of the next version, if there is one. */
export function suiteMessage(record: string, supersededBy: string | null): Suite {
  const stored: SuiteRecord = JSON.parse(record)
  return create(SuiteSchema, {
    id: stored.id,
    aiSystemId: stored.ai_system_id,
    name: stored.name,
    version: stored.version,
    status: supersededBy === null ? SuiteStatus.ACTIVE : SuiteStatus.SUPERSEDED,
    thresholds: stored.thresholds.map(thresholdInit),
    ...(supersededBy === null ? {} : { supersededBy }),
    createdAt: timestampOf(stored.created_at),
  })
}

export function thresholdInit(threshold: Threshold): MessageInitShape<typeof ThresholdSchema> {
  return {
    metricName: threshold.metric_name,
    evalType: threshold.eval_type,
    operator: OPERATOR_WORDS.value(threshold.operator),
    value: threshold.value,
  }
}

/** A threshold with what the newest result says of it. */
export function thresholdOutcome(it: ThresholdState): MessageInitShape<typeof ThresholdOutcomeSchema> {
  return {
    threshold: thresholdInit(it),
    satisfied: isSatisfied(it),
    ...(it.result && { evaluationId: it.result.id, metricValue: it.result.metric_value }),
  }
}

function isSame(a: ThresholdMessage, b: ThresholdMessage): boolean {
  return a.metricName === b.metricName && a.evalType === b.evalType && a.operator === b.operator
}

const MAX_THRESHOLDS = 100
