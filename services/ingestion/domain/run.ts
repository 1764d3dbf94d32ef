import {
  type AgentRun,
  AgentRunSchema,
  type RunReport,
  RunReportSchema,
  RunStatus,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { requestCheck } from '../../kernel/fields/request-check.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { dateOf, timestamp } from '../../kernel/values/time.ts'
import { BatchChecks } from './batch.ts'
import { type Finding, finding } from './finding.ts'
import type { Profile } from './profile.ts'

/** The records of runs. */
export const runRecords = recordCodec(AgentRunSchema)

/** The stored fields of a run, after defaults. */
export type RunDraft = {
  agentIdentity: string
  runRef: string
  modelName: string | null
  modelVersion: string | null
  startedAt: Date
  status: RunStatus
}

/** Checks a batch of runs and fills in the defaults (docs/decisions/0041-agent-runs.md). @throws DomainError VALIDATION */
export function draftRuns(reports: RunReport[]): RunDraft[] {
  const checks = new BatchChecks('runs', reports.length, LIMITS.runBatch)
  const drafts = reports.map((report, i): RunDraft => {
    const startedAt = report.startedAt === undefined ? undefined : dateOf(report.startedAt)
    checkReport(report, (field, problem) => checks.wrong(i, field, problem))
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

/** Returns the finding of a run: a gap if its agent has no profile, or a model or version other than the profile's. */
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

/** Returns the run as it is stored, with the profile that its agent has. */
export function storedRun(id: string, run: RunDraft, profileId: string | undefined, at: Date): AgentRun {
  const { agentIdentity, runRef, status } = run
  return {
    $typeName: 'attestry.ingestion.v1.AgentRun',
    id,
    agentIdentity,
    runRef,
    status,
    modelName: run.modelName ?? undefined,
    modelVersion: run.modelVersion ?? undefined,
    startedAt: timestamp(run.startedAt),
    aiAgentProfileId: profileId,
    createdAt: timestamp(at),
  }
}

/** Reads a record back. */
export function runOf(record: string, profileId: string | null): AgentRun {
  return { ...runRecords.read(record), aiAgentProfileId: profileId ?? undefined }
}

const checkReport = requestCheck(RunReportSchema)
