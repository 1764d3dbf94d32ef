import { create } from '@bufbuild/protobuf'
import {
  type Certification,
  CertificationSchema,
  type LockedAgent as LockedAgentMessage,
} from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { DomainError, Reason } from '../../kernel/errors.ts'
import { isoTime, timestampOf } from '../../kernel/time.ts'
import { lockedAgents } from './agents.ts'
import { messages } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { type Person, personMessage } from './person.ts'
import type { LockedAgent, Snapshot } from './snapshot.ts'

/** An approved run, as it is recorded: the results and the agent versions that it locks. */
export type CertificationRecord = {
  organization_id: string
  id: string
  ai_system_id: string
  suite_id: string
  suite_name: string
  suite_version: number
  results: {
    evaluation_id: string
    metric_name: string
    eval_type: string
    metric_value: number
    record_hash: string
  }[]
  /** Sorted by profile_id. */
  agents: LockedAgent[]
  certified_by: Person
  created_at: string
}

/**
 * Certifies the current suite version as the snapshot shows it.
 * @throws DomainError CONFLICT when there is no suite, or its outcome is not met; the message names the metrics.
 */
export function certify(id: string, snapshot: Snapshot, certifiedBy: Person, at: Date): CertificationRecord {
  const { suite } = snapshot
  if (suite === null) throw new DomainError(Reason.CONFLICT, messages.suite_missing(snapshot))
  const outcome = outcomeOf(suite.thresholds)
  if (outcome !== 'met') {
    throw new DomainError(Reason.CONFLICT, messages.no_approved_run(snapshot), { details: { outcome } })
  }
  return {
    organization_id: snapshot.organization_id,
    id,
    ai_system_id: snapshot.ai_system.id,
    suite_id: suite.id,
    suite_name: suite.name,
    suite_version: suite.version,
    results: lockedResults(snapshot),
    agents: lockedAgents(snapshot.profiles),
    certified_by: certifiedBy,
    created_at: isoTime(at),
  }
}

export function certificationText(it: CertificationRecord): string {
  return canonicalJson(it)
}

/** Reads a record back. */
export function certificationMessage(record: string): Certification {
  const it: CertificationRecord = JSON.parse(record)
  return create(CertificationSchema, {
    id: it.id,
    aiSystemId: it.ai_system_id,
    suiteId: it.suite_id,
    suiteName: it.suite_name,
    suiteVersion: it.suite_version,
    results: it.results.map((result) => ({
      evaluationId: result.evaluation_id,
      metricName: result.metric_name,
      evalType: result.eval_type,
      metricValue: result.metric_value,
      recordHash: result.record_hash,
    })),
    agents: it.agents.map(agentInit),
    certifiedBy: personMessage(it.certified_by),
    createdAt: timestampOf(it.created_at),
  })
}

export function agentInit(it: LockedAgent): Omit<LockedAgentMessage, '$typeName'> {
  return {
    profileId: it.profile_id,
    modelName: it.model_name,
    modelVersion: it.model_version,
    promptVersion: it.prompt_version,
  }
}

/** The newest results of the suite version, one a metric and eval_type, in the order of its thresholds. */
function lockedResults({ suite }: Snapshot): CertificationRecord['results'] {
  const locked = new Map<string, CertificationRecord['results'][number]>()
  for (const { metric_name, eval_type, result } of suite?.thresholds ?? []) {
    if (result === null) continue
    const { id: evaluation_id, metric_value, record_hash } = result
    locked.set(evaluation_id, { evaluation_id, metric_name, eval_type, metric_value, record_hash })
  }
  return [...locked.values()]
}
