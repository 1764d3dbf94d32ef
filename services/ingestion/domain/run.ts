import { create } from '@bufbuild/protobuf'
import {
  type AgentRun,
  AgentRunSchema,
  type RunReport,
  RunStatus,
  RunStatusSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { dateOf, isoTime, timestampOf } from '../../kernel/values/time.ts'
import { BatchChecks } from './batch.ts'
import { type Finding, finding } from './finding.ts'
import type { Profile } from './profile.ts'

const RUN_STATUSES = enumText<RunStatus>(RunStatusSchema)

/** What a run is stored with, after defaults. */
export type RunDraft = {
  agentIdentity: string
  runRef: string
  modelName: string | null
  modelVersion: string | null
  startedAt: Date
  status: RunStatus
}

/** Checks a batch of runs and fills in the defaults (docs/decisions, "Agent runs"). @throws DomainError VALIDATION */
export function draftRuns(reports: RunReport[]): RunDraft[] {
  const checks = new BatchChecks('runs', reports.length, LIMITS.runBatch)
  const drafts = reports.map((report, i): RunDraft => {
    const startedAt = report.startedAt === undefined ? undefined : dateOf(report.startedAt)
    checks
      .text(i, 'agent_identity', report.agentIdentity, LIMITS.identifier)
      .text(i, 'run_ref', report.runRef, LIMITS.identifier)
      .instant(i, 'started_at', startedAt)
      .that(report.status === 0 || RUN_STATUSES.knows(report.status), i, 'status', RUN_STATUSES.expected)
    if (report.modelName !== undefined) checks.text(i, 'model_name', report.modelName, LIMITS.identifier)
    if (report.modelVersion !== undefined)
      checks.text(i, 'model_version', report.modelVersion, LIMITS.identifier)
    return {
      agentIdentity: report.agentIdentity,
      runRef: report.runRef,
      modelName: report.modelName ?? null,
      modelVersion: report.modelVersion ?? null,
      startedAt: startedAt!,
      status: report.status || RunStatus.COMPLETED,
    }
  })
  checks.done()
  return drafts
}

/** What a run gives reason to find: a gap without a profile, or a version other than the profile's. */
export function findingOfRun(id: string, run: RunDraft, profile: Profile | undefined): Finding | undefined {
  const { agentIdentity, modelName, modelVersion } = run
  const reported = { agentIdentity, modelName, modelVersion }
  if (profile === undefined) return finding('gap', id, reported)
  const differs =
    (modelName !== null && modelName !== profile.modelName) ||
    (modelVersion !== null && modelVersion !== profile.modelVersion)
  if (!differs) return undefined
  const { id: profileId, version: profileVersion, systemId } = profile
  return finding('version', id, { ...reported, profileId, profileVersion, systemId })
}

/** The record of a run. */
export function runRecord(organizationId: string, id: string, run: RunDraft, at: Date): string {
  return canonicalJson({
    id,
    organization_id: organizationId,
    agent_identity: run.agentIdentity,
    run_ref: run.runRef,
    model_name: run.modelName,
    model_version: run.modelVersion,
    started_at: isoTime(run.startedAt),
    status: RUN_STATUSES.word(run.status),
    created_at: isoTime(at),
  })
}

/** Reads a record back. */
export function runOf(record: string, profileId: string | null): AgentRun {
  const stored = JSON.parse(record)
  return create(AgentRunSchema, {
    id: stored.id,
    agentIdentity: stored.agent_identity,
    runRef: stored.run_ref,
    ...(stored.model_name === null ? {} : { modelName: stored.model_name }),
    ...(stored.model_version === null ? {} : { modelVersion: stored.model_version }),
    startedAt: timestampOf(stored.started_at),
    status: RUN_STATUSES.value(stored.status),
    ...(profileId === null ? {} : { aiAgentProfileId: profileId }),
    createdAt: timestampOf(stored.created_at),
  })
}
