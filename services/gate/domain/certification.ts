import { create } from '@bufbuild/protobuf'
import {
  type Certification,
  CertificationSchema,
} from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { type ApprovalInputs, approvalInputFields, approvalInputs, requireSuite } from './approval-inputs.ts'
import { messages } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { type Person, personMessage } from './person.ts'
import type { Snapshot, SuiteState } from './snapshot.ts'

/** An approved run, as it is recorded: the results and the agent versions that it locks. */
export type CertificationRecord = ApprovalInputs & {
  results: LockedResult[]
  certified_by: Person
  /** The hash of what was reviewed, and what separation of duties asks about; absent in what was made before. */
  reviewed_hash?: string
  involved?: string[]
  waited_hours?: number
}

type LockedResult = {
  evaluation_id: string
  metric_name: string
  eval_type: string
  metric_value: number
  record_hash: string
}

/**
 * Certifies the current suite version as the snapshot shows it.
 * @throws DomainError CONFLICT when there is no suite, or its outcome is not met; the message names the metrics.
 */
export function certify(
  id: string,
  snapshot: Snapshot,
  by: { person: Person; reviewed_hash: string; involved: string[]; waited_hours: number },
  at: Date,
): CertificationRecord {
  const suite = requireSuite(snapshot)
  const { person, ...more } = by
  const outcome = outcomeOf(suite.thresholds)
  if (outcome !== 'met') {
    throw new DomainError(Reason.CONFLICT, messages.no_approved_run(snapshot), { details: { outcome } })
  }
  return {
    ...approvalInputs(id, snapshot, suite, at),
    results: lockedResults(suite),
    certified_by: person,
    ...more,
  }
}

export function certificationText(certification: CertificationRecord): string {
  return canonicalJson(certification)
}

/** Reads a record back. */
export function certificationMessage(record: string): Certification {
  const stored: CertificationRecord = JSON.parse(record)
  return create(CertificationSchema, {
    ...approvalInputFields(stored),
    results: stored.results.map((result) => ({
      evaluationId: result.evaluation_id,
      metricName: result.metric_name,
      evalType: result.eval_type,
      metricValue: result.metric_value,
      recordHash: result.record_hash,
    })),
    certifiedBy: personMessage(stored.certified_by),
    reviewedHash: stored.reviewed_hash ?? '',
  })
}

/** The newest results of the suite version, one a metric and eval_type, in the order of its thresholds. */
function lockedResults({ thresholds }: SuiteState): LockedResult[] {
  const locked = new Map<string, LockedResult>()
  for (const { metric_name, eval_type, result } of thresholds) {
    if (result === null) continue
    const { id: evaluation_id, metric_value, record_hash } = result
    locked.set(evaluation_id, { evaluation_id, metric_name, eval_type, metric_value, record_hash })
  }
  return [...locked.values()]
}
