import { create } from '@bufbuild/protobuf'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import {
  type DeliveredIncident,
  Regulation,
  type WebhookDelivery,
  WebhookDeliverySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { auditEntry, receiptsOf } from '../../kernel/audit-entry.ts'
import type { Call } from '../../kernel/call.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { Checks } from '../../kernel/checks.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { dateOf, isoTime, timestampOf } from '../../kernel/time.ts'
import { type IncidentDraft, SEVERITIES } from './incident.ts'

/** What the incident of a delivery is opened with. `unknown` severity is allowed here. @throws DomainError VALIDATION */
export function draftDelivered(it: DeliveredIncident): IncidentDraft {
  const detectedAt = dateOf(it.detectedAt!)
  new Checks()
    .text('title', it.title, LIMITS.title, 1)
    .text('description', it.description, LIMITS.description)
    .that(SEVERITIES.knows(it.severity), 'severity', SEVERITIES.expected)
    .that(
      it.affectedSystems.length <= LIMITS.systems,
      'affected_systems',
      `must have at most ${LIMITS.systems} entries`,
    )
    .instant('detected_at', detectedAt)
    .done()
  const { title, description, severity, affectedSystems } = it
  return {
    ...{ title, description, severity, affectedSystems, detectedAt },
    affectedPersonsCount: 0n,
    regulation: Regulation.NIS2,
  }
}

/** A delivery that opens an incident, as it will stand if its event is new. */
export type Delivery = {
  organizationId: string
  /** The request id. */
  id: string
  endpointId: string
  receivedAt: Date
  incidentId: string
  format: string
  product: string | null
  mappingVersion: number | null
  externalId: string | null
  bodySha256: string
  bodyBytes: number
}

/** The record of a delivery whose event is new. */
export function deliveryRecord(it: Delivery): string {
  return canonicalJson({
    organization_id: it.organizationId,
    id: it.id,
    version: 1,
    endpoint_id: it.endpointId,
    received_at: isoTime(it.receivedAt),
    outcome: 'created',
    incident_id: it.incidentId,
    format: it.format,
    product: it.product,
    mapping_version: it.mappingVersion,
    external_id: it.externalId,
    body_sha256: it.bodySha256,
    body_bytes: it.bodyBytes,
    body_differs: false,
  })
}

/** Reads a record back. */
export function deliveryOf(record: string): WebhookDelivery {
  const it = JSON.parse(record)
  return create(WebhookDeliverySchema, {
    id: it.id,
    endpointId: it.endpoint_id,
    receivedAt: timestampOf(it.received_at),
    outcome: it.outcome,
    incidentId: it.incident_id,
    format: it.format,
    ...(it.product === null ? {} : { product: it.product }),
    ...(it.mapping_version === null ? {} : { mappingVersion: it.mapping_version }),
    ...(it.external_id === null ? {} : { externalId: it.external_id }),
    bodySha256: it.body_sha256,
    bodyBytes: it.body_bytes,
    bodyDiffers: it.body_differs,
  })
}

/** Record and audit entry of the delivery if its event is new. */
export function createdTexts(call: Call, delivery: string, incident: string) {
  const receipts = receiptsOf([
    { type: 'incidents', text: incident },
    { type: 'webhook-deliveries', text: delivery },
  ])
  return { delivery, entry: auditEntry({ ...call, outcome: Outcome.OK, receipts }).text }
}

/**
 * The same if the event is known: what only the database can tell (the incident that stands, whether its body was
 * another, the root of the receipt over the record so completed) are slots in both texts, single raw characters.
 * A slot is cut only where an object key stands in front of it: no text of a sender can look like one, since within a
 * JSON string every quotation mark is escaped.
 */
export function replayTexts(call: Call, delivery: string, incidentId: string, slots: Slots) {
  const slotted = (text: string): string =>
    text
      .replace(`"incident_id":"${incidentId}"`, `"incident_id":"${slots.incidentId}"`)
      .replace('"body_differs":false', `"body_differs":${slots.differs}`)
  const details = { replay: true, incident_id: incidentId, body_differs: false }
  const receipts = [{ type: 'webhook-deliveries', count: 1, root: NO_ROOT }]
  const { text } = auditEntry({ ...call, outcome: Outcome.OK, details, receipts })
  return {
    delivery: slotted(delivery).replace('"outcome":"created"', '"outcome":"replay"'),
    entry: slotted(text).replace(`"root":"${NO_ROOT.toString('hex')}"`, `"root":"${slots.root}"`),
  }
}

export type Slots = { incidentId: string; differs: string; root: string }

const NO_ROOT = Buffer.alloc(32)
