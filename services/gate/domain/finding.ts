import { create } from '@bufbuild/protobuf'
import {
  type Proposal,
  ProposalKind,
  ProposalSchema,
  ProposalStatus,
  type Trigger,
  TriggerKind,
  TriggerSchema,
  TriggerStatus,
} from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { type ResolutionRecord, resolutionMessage } from './resolution.ts'

/** Something found by ingestion, or opened by hand, with its newest resolution (docs/published-views.md). */
export type Finding = {
  id: string
  kind: ResolutionRecord['subject_kind']
  systemId: string | null
  profileId: string | null
  agentIdentity: string | null
  toolName: string | null
  modelName: string | null
  modelVersion: string | null
  metricName: string | null
  /** Why a person opened it. */
  reason: string | null
  occurrences: number
  firstAt: Date
  lastAt: Date
  /** The record of the newest resolution. */
  resolution: string | null
  /** How often it had occurred when it was last settled; 0 when it never was. */
  settled: number
}

/** Open until a person settles it, and again when it occurs after that. */
export function isOpen({ occurrences, settled }: Pick<Finding, 'occurrences' | 'settled'>): boolean {
  return occurrences > settled
}

/** A tool, version or drift finding, or one opened by hand, as the trigger that it is. */
export function triggerMessage(it: Finding): Trigger {
  return create(TriggerSchema, {
    id: it.id,
    kind: TRIGGER_KINDS[it.kind],
    status: isOpen(it) ? TriggerStatus.OPEN : TriggerStatus.RESOLVED,
    aiSystemId: it.systemId ?? '',
    ...present({
      profileId: it.profileId,
      agentIdentity: it.agentIdentity,
      toolName: it.toolName,
      modelName: it.modelName,
      modelVersion: it.modelVersion,
      metricName: it.metricName,
      reason: it.reason,
    }),
    ...common(it),
  })
}

/** A tool or gap finding as the proposal that it is. */
export function proposalMessage(it: Finding): Proposal {
  return create(ProposalSchema, {
    id: it.id,
    kind: it.kind === 'gap' ? ProposalKind.GAP : ProposalKind.TOOL_DRIFT,
    status: proposalStatus(it),
    agentIdentity: it.agentIdentity ?? '',
    ...present({ aiSystemId: it.systemId, profileId: it.profileId, toolName: it.toolName }),
    ...common(it),
  })
}

function proposalStatus(it: Finding): ProposalStatus {
  if (isOpen(it) || it.resolution === null) return ProposalStatus.OPEN
  const { action }: ResolutionRecord = JSON.parse(it.resolution)
  return STATUS_AFTER[action]
}

function common(it: Finding) {
  return {
    occurrences: BigInt(it.occurrences),
    createdAt: timestamp(it.firstAt),
    lastAt: timestamp(it.lastAt),
    ...(it.resolution === null ? {} : { resolution: resolutionMessage(it.resolution) }),
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

const STATUS_AFTER = {
  accept: ProposalStatus.ACCEPTED,
  dismiss: ProposalStatus.DISMISSED,
  resolve: ProposalStatus.RESOLVED,
} satisfies Record<ResolutionRecord['action'], ProposalStatus>
