import { create } from '@bufbuild/protobuf'
import {
  AbortReason,
  AbortReasonSchema,
  type Export,
  ExportSchema,
} from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import type { ErrorDetails } from '../../kernel/errors/errors.ts'
import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { isoTime, timestampOf } from '../../kernel/values/time.ts'

/** The content of a package, decided before its first byte. */
export type ExportDraft = {
  organizationId: string
  packageId: string
  period: { from: Date | null; to: Date | null }
  /** Null: an evidence package. */
  incidentId: string | null
  /** Null in an incident support package. */
  firstIndex: number | null
  entries: number
  treeSize: number
  root: Uint8Array
  kid: string
  signedAt: Date
  /** The user who asked for it. */
  requestedBy: string
}

/** The outcome of a package. Hash and size are of the whole file, and exist only for a completed package. */
export type ExportEnd =
  | { status: 'completed'; sha256: string; bytes: number }
  | { status: 'aborted'; reason: AbortReason }
  | { status: 'failed' }

/** The versions of a package's record: before its first byte is sent, and when it has ended. */
export const VERSIONS = { begun: 1, ended: 2 } as const

export function exportVersion(end: ExportEnd | undefined): number {
  return end === undefined ? VERSIONS.begun : VERSIONS.ended
}

/** The record of a package. */
export function exportRecord(draft: ExportDraft, end?: ExportEnd): string {
  return canonicalJson({
    organization_id: draft.organizationId,
    id: draft.packageId,
    version: exportVersion(end),
    type: draft.incidentId === null ? 'evidence' : 'incident-support',
    status: end?.status ?? 'started',
    ...contentOf(draft),
    root: Buffer.from(draft.root).toString('hex'),
    kid: draft.kid,
    signed_at: isoTime(draft.signedAt),
    requested_by: draft.requestedBy,
    package_sha256: end?.status === 'completed' ? end.sha256 : null,
    package_bytes: end?.status === 'completed' ? end.bytes : null,
    reason: end?.status === 'aborted' ? REASONS.word(end.reason) : null,
  })
}

/** The details of its audit entries: the exported entries, and whether the package arrived, or why it was aborted. */
export function exportDetails(draft: ExportDraft, end?: ExportEnd): ErrorDetails {
  return {
    package_id: draft.packageId,
    status: end?.status ?? 'started',
    ...contentOf(draft),
    ...(end?.status === 'completed' ? { package_sha256: end.sha256, package_bytes: end.bytes } : {}),
    ...(end?.status === 'aborted' ? { reason: REASONS.word(end.reason) } : {}),
  }
}

/** Makes the end record of an export whose process was lost, from its begin record. */
export function lostRecord(begun: string): string {
  return canonicalJson({ ...JSON.parse(begun), version: VERSIONS.ended, status: 'failed' })
}

/** The details of the audit entry of that end. */
export function lostDetails(begun: string): ErrorDetails {
  const { id, from, to, incident_id, first_index, entries, tree_size } = JSON.parse(begun)
  return { package_id: id, status: 'failed', from, to, incident_id, first_index, entries, tree_size }
}

/** Reads a record back. Earlier versions wrote none of the reasons. */
export function exportOf(record: string): Export {
  const stored = JSON.parse(record)
  return create(ExportSchema, {
    id: stored.id,
    type: stored.type,
    status: stored.status,
    ...(stored.from === null ? {} : { from: timestampOf(stored.from) }),
    ...(stored.to === null ? {} : { to: timestampOf(stored.to) }),
    incidentId: stored.incident_id ?? '',
    entries: BigInt(stored.entries),
    treeSize: BigInt(stored.tree_size),
    kid: stored.kid,
    signedAt: timestampOf(stored.signed_at),
    sha256: stored.package_sha256 ?? '',
    bytes: BigInt(stored.package_bytes ?? 0),
    requestedBy: stored.requested_by,
    reason: stored.reason ? REASONS.value(stored.reason) : AbortReason.UNSPECIFIED,
  })
}

/** The content of a package, as its record and the details of its entries name it. */
function contentOf({ period: { from, to }, incidentId, firstIndex, entries, treeSize }: ExportDraft) {
  return {
    from: from === null ? null : isoTime(from),
    to: to === null ? null : isoTime(to),
    incident_id: incidentId,
    first_index: firstIndex,
    entries,
    tree_size: treeSize,
  }
}

const REASONS = enumText<AbortReason>(AbortReasonSchema)
