import { create } from '@bufbuild/protobuf'
import {
  type Proposal,
  ProposalKind,
  ProposalSchema,
  ProposalStatus,
  ResolutionAction,
  type Trigger,
  TriggerKind,
  TriggerSchema,
  TriggerStatus,
} from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { DomainError, type ErrorDetails, Reason } from '../../../kernel/errors/errors.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { resolutionMessage, type SubjectKind } from './resolution.ts'

/** Something found by ingestion, or opened by hand, with its newest resolution (docs/published-views.md). */
export type Finding = {
  id: string
  kind: SubjectKind
  systemId: string | null
  profileId: string | null
  agentIdentity: string | null
  toolName: string | null
  modelName: string | null
  modelVersion: string | null
  metricName: string | null
  /** Why a person opened it. */
  reason: string | null
  /** Who made the change that opened it; null where no change did. */
  changedBy: string | null
  occurrences: number
  firstAt: Date
  lastAt: Date
  /** The record of the newest resolution. */
  resolution: string | null
  /** How often it had occurred when it was last resolved; 0 where it never was. */
  resolvedOccurrences: number
}

/** Open until a person resolves it, and open again when it occurs after that. */
export function isOpen({
  occurrences,
  resolvedOccurrences,
}: Pick<Finding, 'occurrences' | 'resolvedOccurrences'>): boolean {
  return occurrences > resolvedOccurrences
}

/**
 * The details of a resolved finding in the audit entry, by kind, in the form of a snapshot. The verifier compares this with
 * the finding (docs/evidence-package.md, section 11).
 */
export function findingContent({ id, kind, ...finding }: Finding): ErrorDetails {
  const { agentIdentity: agent_identity, modelName: model_name, modelVersion: model_version } = finding
  const contents = {
    tool: { agent_identity, tool_name: finding.toolName },
    gap: { agent_identity },
    version: { agent_identity, model_name, model_version },
    drift: { metric_name: finding.metricName },
    manual: { reason: finding.reason },
  }
  return { id, kind, ...contents[kind] }
}

/** The hash of a finding's content. A call that resolves the finding states the hash of what the person read. */
function findingContentHash(finding: Finding): string {
  return sha256Hex(canonicalJson({ ...findingContent(finding), ai_system_id: finding.systemId }))
}

/**
 * Requires that the finding still has the content that the caller looked at.
 *
 * @param contentHash of the content that the person read, in lower-case hex; empty when the call does not name it
 * @throws DomainError CONFLICT when the finding has another content
 */
export function requireContent(finding: Finding, contentHash: string): void {
  if (contentHash !== '' && contentHash !== findingContentHash(finding))
    throw new DomainError(Reason.CONFLICT, 'it has changed since it was looked at: read it again')
}

/** Shows a tool, version or drift finding, or a trigger opened by hand, as a trigger. */
export function triggerMessage(finding: Finding): Trigger {
  return create(TriggerSchema, {
    id: finding.id,
    kind: TRIGGER_KINDS[finding.kind],
    status: isOpen(finding) ? TriggerStatus.OPEN : TriggerStatus.RESOLVED,
    aiSystemId: finding.systemId ?? '',
    ...present({
      profileId: finding.profileId,
      agentIdentity: finding.agentIdentity,
      toolName: finding.toolName,
      modelName: finding.modelName,
      modelVersion: finding.modelVersion,
      metricName: finding.metricName,
      reason: finding.reason,
    }),
    ...common(finding),
  })
}

/** Shows a tool or gap finding as a proposal. */
export function proposalMessage(finding: Finding): Proposal {
  return create(ProposalSchema, {
    id: finding.id,
    kind: finding.kind === 'gap' ? ProposalKind.GAP : ProposalKind.TOOL_DRIFT,
    status: proposalStatus(finding),
    agentIdentity: finding.agentIdentity ?? '',
    ...present({ aiSystemId: finding.systemId, profileId: finding.profileId, toolName: finding.toolName }),
    ...common(finding),
  })
}

function proposalStatus(finding: Finding): ProposalStatus {
  if (isOpen(finding) || finding.resolution === null) return ProposalStatus.OPEN
  return STATUS_AFTER[resolutionMessage(finding.resolution).action]!
}

function common(finding: Finding) {
  return {
    occurrences: BigInt(finding.occurrences),
    said: findingContentHash(finding),
    createdAt: timestamp(finding.firstAt),
    lastAt: timestamp(finding.lastAt),
    ...(finding.resolution === null ? {} : { resolution: resolutionMessage(finding.resolution) }),
  }
}

function present<K extends string>(fields: Record<K, string | null>): { [key in K]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [key in K]?: string
  }
}

const TRIGGER_KINDS = {
  tool: TriggerKind.TOOL,
  version: TriggerKind.VERSION,
  drift: TriggerKind.DRIFT,
  manual: TriggerKind.MANUAL,
  gap: TriggerKind.UNSPECIFIED,
} satisfies Record<Finding['kind'], TriggerKind>

const STATUS_AFTER: Record<ResolutionAction, ProposalStatus> = {
  [ResolutionAction.UNSPECIFIED]: ProposalStatus.UNSPECIFIED,
  [ResolutionAction.ACCEPT]: ProposalStatus.ACCEPTED,
  [ResolutionAction.DISMISS]: ProposalStatus.DISMISSED,
  [ResolutionAction.RESOLVE]: ProposalStatus.RESOLVED,
}
