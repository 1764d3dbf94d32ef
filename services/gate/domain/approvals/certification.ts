import { create } from '@bufbuild/protobuf'
import {
  type Certification,
  CertificationSchema,
  type LockedResult,
  LockedResultSchema,
} from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { messages } from '../decision/messages.ts'
import { outcomeOf } from '../decision/outcome.ts'
import type { Snapshot, SuiteState } from '../decision/snapshot.ts'
import { type Person, personMessage } from '../person.ts'
import { approvalInputs, requireSuite } from './approval-inputs.ts'
import { DUTIES_VERSION } from './duties.ts'

/** An approved run, with its record. */
type Certified = { certification: Certification; text: string }

/**
 * Certifies the current suite version as the snapshot shows it. The record has the hash of what was reviewed, and the facts
 * that separation of duties needs. Earlier records have neither.
 *
 * @throws DomainError CONFLICT when there is no suite, or its outcome is not met; the message names the metrics.
 */
export function certify(
  id: string,
  snapshot: Snapshot,
  by: { person: Person; reviewedHash: string; involved: string[]; waitedHours: number },
  at: Date,
): Certified {
  const suite = requireSuite(snapshot)
  const outcome = outcomeOf(suite.thresholds)
  if (outcome !== 'met') {
    throw new DomainError(Reason.CONFLICT, messages.no_approved_run(snapshot), { details: { outcome } })
  }
  const certification = create(CertificationSchema, {
    ...approvalInputs(id, snapshot, suite, at),
    results: lockedResults(suite),
    certifiedBy: personMessage(by.person),
    reviewedHash: by.reviewedHash,
  })
  const separation = {
    duties_version: DUTIES_VERSION,
    involved: canonicalJson(by.involved),
    waited_hours: canonicalJson(by.waitedHours),
  }
  return { certification, text: records.write(snapshot.organization_id, certification, separation) }
}

/** Reads a record back. */
export function certificationMessage(record: string): Certification {
  const certification = records.read(record)
  return { ...certification, certifiedBy: personMessage(certification.certifiedBy!) }
}

/** The newest results of the suite version, one a metric and eval_type, in the order of its thresholds. */
function lockedResults({ thresholds }: SuiteState): LockedResult[] {
  const locked = new Map<string, LockedResult>()
  for (const { metric_name, eval_type, result } of thresholds) {
    if (result === null) continue
    locked.set(
      result.id,
      create(LockedResultSchema, {
        evaluationId: result.id,
        metricName: metric_name,
        evalType: eval_type,
        metricValue: result.metric_value,
        recordHash: result.record_hash,
      }),
    )
  }
  return [...locked.values()]
}

const records = recordCodec(CertificationSchema, ['duties_version', 'involved', 'waited_hours'])
