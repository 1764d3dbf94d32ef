import type { MessageInitShape } from '@bufbuild/protobuf'
import {
  type CreateSuiteRequest,
  type Suite,
  SuiteSchema,
  SuiteStatus,
  type Threshold as ThresholdMessage,
  type ThresholdOutcomeSchema,
  type ThresholdSchema,
} from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { isSatisfied } from '../decision/outcome.ts'
import type { Threshold, ThresholdState } from '../decision/snapshot.ts'
import { OPERATOR_WORDS } from '../words.ts'

/** A suite version before it has its number. */
export type DraftSuite = Omit<Suite, 'version' | 'status' | 'supersededBy' | 'createdAt'>

/** Checks a suite version that is about to be made. @throws DomainError VALIDATION */
export function draftSuite(request: CreateSuiteRequest): Pick<Suite, 'name' | 'thresholds'> {
  const { name, thresholds } = request
  const checks = new Checks().that(
    thresholds.length >= 1,
    'thresholds',
    'must have at least one: nothing measured is never a pass',
  )
  for (const [i, threshold] of thresholds.entries())
    checks.that(
      !thresholds.slice(0, i).some((earlier) => isSame(earlier, threshold)),
      `thresholds.${i}`,
      'has the metric_name, eval_type and operator of an earlier one',
    )
  checks.done()
  return { name, thresholds }
}

/** The record of a suite version; thresholds are in the order in which they were given. */
export function suiteRecord(organizationId: string, at: Date, version: number, suite: DraftSuite): string {
  const { ACTIVE: status } = SuiteStatus
  return records.write(organizationId, { ...suite, version, status, createdAt: timestamp(at) })
}

/** A recorded suite version. `supersededBy` is the id of the next version, if there is one. */
export function suiteMessage(record: string, supersededBy: string | null): Suite {
  const suite = records.read(record)
  return supersededBy === null
    ? { ...suite, status: SuiteStatus.ACTIVE }
    : { ...suite, status: SuiteStatus.SUPERSEDED, supersededBy }
}

function thresholdInit(threshold: Threshold): MessageInitShape<typeof ThresholdSchema> {
  return {
    metricName: threshold.metric_name,
    evalType: threshold.eval_type,
    operator: OPERATOR_WORDS.value(threshold.operator),
    value: threshold.value,
  }
}

/** A threshold with the newest result for it. */
export function thresholdOutcome(state: ThresholdState): MessageInitShape<typeof ThresholdOutcomeSchema> {
  return {
    threshold: thresholdInit(state),
    satisfied: isSatisfied(state),
    ...(state.result && { evaluationId: state.result.id, metricValue: state.result.metric_value }),
  }
}

function isSame(a: ThresholdMessage, b: ThresholdMessage): boolean {
  return a.metricName === b.metricName && a.evalType === b.evalType && a.operator === b.operator
}

const records = recordCodec(SuiteSchema)
