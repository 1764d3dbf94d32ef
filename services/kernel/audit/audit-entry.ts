import { create } from '@bufbuild/protobuf'
import { Outcome, type Receipt } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { AuditEntrySchema } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { leafHash, treeHash } from '../crypto/merkle.ts'
import type { ErrorDetails } from '../errors/errors.ts'
import { recordCodec } from '../fields/record-codec.ts'
import { ActorKind, type Caller, Via } from '../identity/caller.ts'
import { timestamp } from '../values/time.ts'

/** One version of one record as it was written: its type and its canonical text. */
export type WrittenRecord = { type: string; text: string }

/** An audit entry ready to be appended: its id, the organization whose tree it goes into, its canonical text. */
export type AuditEntryText = { id: string; organizationId: string; text: string }

/**
 * Returns the receipts for the records of one call: one for each type, in order of first appearance (docs/evidence-package.md).
 */
export function receiptsOf(records: readonly WrittenRecord[]): Receipt[] {
  const byType = new Map<string, Buffer[]>()
  for (const { type, text } of records) {
    const leaves = byType.get(type)
    if (leaves === undefined) byType.set(type, [leafHash(text)])
    else leaves.push(leafHash(text))
  }
  return [...byType].map(([type, leaves]) => ({
    $typeName: 'attestry.common.v1.Receipt',
    type,
    count: leaves.length,
    root: treeHash(leaves),
  }))
}

/**
 * Returns the audit entry of a call. Its canonical JSON text is the leaf of the organization's tree. The id of the entry is the
 * request id, so that a call has one entry. Additional entries of the same call have other ids. The entry of a person's call names
 * the token of the session, and that of a submission of results the API key (docs/evidence-package.md section 11).
 */
export function auditEntry(options: {
  caller: Caller
  at: Date
  outcome: Outcome
  code?: string
  details?: ErrorDetails | undefined
  receipts?: Receipt[]
  id?: string
}): AuditEntryText {
  const { caller, at, outcome, code = '', details = {}, receipts = [], id = caller.requestId } = options
  const { organizationId, requestId, operation, sessionTokenSha256: token, keySha256: key = '' } = caller
  const text = auditRecords.write(
    organizationId,
    {
      $typeName: 'attestry.ledger.v1.AuditEntry',
      id,
      requestId,
      at: timestamp(at),
      actor: caller.actor?.kind ? caller.actor : { ...(caller.actor ?? NOBODY), kind: ActorKind.ANONYMOUS },
      via: caller.via || Via.SYSTEM,
      operation,
      outcome: outcome || Outcome.FAILED,
      code,
      details: token !== '' ? { ...details, token_sha256: token } : withKey(details, key),
      receipts,
      text: '',
      incidentIds: [],
    },
    VERSION,
  )
  return { id, organizationId, text }
}

function withKey(details: ErrorDetails, key: string): ErrorDetails {
  return key === '' ? details : { ...details, credential_sha256: key }
}

/** The canonical text of an audit entry. `v` is the version of its form. */
export const auditRecords = recordCodec(AuditEntrySchema, ['v'])

const VERSION = { v: '1' }
const NOBODY = create(ActorSchema)
