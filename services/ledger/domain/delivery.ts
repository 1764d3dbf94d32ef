import { create } from '@bufbuild/protobuf'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import {
  type DeliveredIncident,
  Regulation,
  type WebhookDelivery,
  WebhookDeliverySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { auditEntry, receiptsOf } from '../../kernel/audit/audit-entry.ts'
import type { Call } from '../../kernel/audit/call.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { dateOf, isoTime, timestampOf } from '../../kernel/values/time.ts'
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

/** The record of a delivery whose event is new. Keys stand in canonical order (RFC 8785). */
export function deliveryRecord(it: Delivery): string {
  return JSON.stringify({
    body_bytes: it.bodyBytes,
    body_differs: false,
    body_sha256: it.bodySha256,
    endpoint_id: it.endpointId,
    external_id: it.externalId,
    format: it.format,
    id: it.id,
    incident_id: it.incidentId,
    mapping_version: it.mappingVersion,
    organization_id: it.organizationId,
    outcome: 'created',
    product: it.product,
    received_at: isoTime(it.receivedAt),
    version: 1,
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

/** The audit entry of a delivery whose event is new. What both say of a known one, the database makes of these two. */
export function createdEntry(call: Call, delivery: string, incident: string): string {
  const receipts = receiptsOf([
    { type: 'incidents', text: incident },
    { type: 'webhook-deliveries', text: delivery },
  ])
  return auditEntry({ ...call, outcome: Outcome.OK, receipts }).text
}
