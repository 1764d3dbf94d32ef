import { Outcome, type Receipt } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { canonicalJson } from '../canonical-json.ts'
import { leafHash, treeHash } from '../crypto/merkle.ts'
import type { ErrorDetails } from '../errors/errors.ts'
import { ActorKind, type Caller, Via } from '../identity/caller.ts'
import { isoTime } from '../values/time.ts'

/** One version of one record as it was written: its type and its canonical text. */
export type WrittenRecord = { type: string; text: string }

/** The content of a receipt: how many records of a type a call wrote, and the tree hash over them in order. */
export type ReceiptOf = Pick<Receipt, 'type' | 'count'> & { root: Buffer }

/** An audit entry ready to be appended: its id, the organization whose tree it goes into, its canonical text. */
export type AuditEntryText = { id: string; organizationId: string; text: string }

/** Receipts for the records of one call: one a type, types in order of first appearance (docs/evidence-package.md). */
export function receiptsOf(records: readonly WrittenRecord[]): ReceiptOf[] {
  const byType = new Map<string, Buffer[]>()
  for (const { type, text } of records) {
    const leaves = byType.get(type)
    if (leaves === undefined) byType.set(type, [leafHash(text)])
    else leaves.push(leafHash(text))
  }
  return [...byType].map(([type, leaves]) => ({ type, count: leaves.length, root: treeHash(leaves) }))
}

/**
 * The audit entry of a call. Its canonical JSON text is the leaf of the organization's tree. The entry's id is the
 * request id, so that one call has one entry. A further entry of the same call has an id of its own.
 */
export function auditEntry(options: {
  caller: Caller
  at: Date
  outcome: Outcome
  code?: string
  details?: ErrorDetails
  receipts?: readonly ReceiptOf[]
  id?: string
}): AuditEntryText {
  const { caller, at, outcome, code = '', details = {}, receipts = [], id = caller.requestId } = options
  const { actor, organizationId } = caller
  // Keys are in canonical order: JSON.stringify of an entry without free-form parts gives the RFC 8785 text.
  const text = `{"actor":{"id":${nullable(actor?.id)},"kind":"${ACTORS[actor?.kind ?? 0]}","name":${nullable(actor?.name)}},"at":"${isoTime(at)}","code":${nullable(code)},"details":${detailsText(details)},"id":"${id}","operation":"${caller.operation}","organization_id":"${organizationId}","outcome":"${OUTCOMES[outcome]}","receipts":[${receipts.map(receiptText).join(',')}],"request_id":"${caller.requestId}","v":1,"via":"${VIAS[caller.via]}"}`
  return { id, organizationId, text }
}

function nullable(text: string | undefined): string {
  return text === undefined || text === '' ? 'null' : JSON.stringify(text)
}

function detailsText(details: ErrorDetails): string {
  for (const _ in details) return canonicalJson(details)
  return '{}'
}

function receiptText({ type, count, root }: ReceiptOf): string {
  return `{"count":${count},"root":"${root.toString('hex')}","type":"${type}"}`
}

const ACTORS: Record<number, string> = {
  [ActorKind.UNSPECIFIED]: 'anonymous',
  [ActorKind.API_KEY]: 'api_key',
  [ActorKind.USER]: 'user',
  [ActorKind.SERVICE_CLIENT]: 'service_client',
  [ActorKind.WEBHOOK_ENDPOINT]: 'webhook_endpoint',
  [ActorKind.OPERATOR]: 'operator',
  [ActorKind.SYSTEM]: 'system',
  [ActorKind.ANONYMOUS]: 'anonymous',
} satisfies Record<Known<typeof ActorKind>, string>

const VIAS: Record<number, string> = {
  [Via.UNSPECIFIED]: 'system',
  [Via.REST]: 'rest',
  [Via.WEBHOOK]: 'webhook',
  [Via.CONTROL]: 'control',
  [Via.GRPC]: 'grpc',
  [Via.COMMAND]: 'command',
  [Via.SYSTEM]: 'system',
} satisfies Record<Known<typeof Via>, string>

const OUTCOMES: Record<number, string> = {
  [Outcome.UNSPECIFIED]: 'failed',
  [Outcome.OK]: 'ok',
  [Outcome.REFUSED]: 'refused',
  [Outcome.FAILED]: 'failed',
} satisfies Record<Known<typeof Outcome>, string>

type Known<E> = E[keyof E]
