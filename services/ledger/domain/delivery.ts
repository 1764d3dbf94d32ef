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

/** The fields of the incident of a delivery. `unknown` severity is allowed here. @throws DomainError VALIDATION */
export function draftDelivered(incident: DeliveredIncident): IncidentDraft {
  const detectedAt = dateOf(incident.detectedAt!)
  new Checks()
    .text('title', incident.title, LIMITS.title, 1)
    .text('description', incident.description, LIMITS.description)
    .that(SEVERITIES.knows(incident.severity), 'severity', SEVERITIES.expected)
    .that(
      incident.affectedSystems.length <= LIMITS.systems,
      'affected_systems',
      `must have at most ${LIMITS.systems} entries`,
    )
    .instant('detected_at', detectedAt)
    .done()
  const { title, description, severity, affectedSystems } = incident
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
export function deliveryRecord(delivery: Delivery): string {
  return JSON.stringify({
    body_bytes: delivery.bodyBytes,
    body_differs: false,
    body_sha256: delivery.bodySha256,
    endpoint_id: delivery.endpointId,
    external_id: delivery.externalId,
    format: delivery.format,
    id: delivery.id,
    incident_id: delivery.incidentId,
    mapping_version: delivery.mappingVersion,
    organization_id: delivery.organizationId,
    outcome: 'created',
    product: delivery.product,
    received_at: isoTime(delivery.receivedAt),
    version: 1,
  })
}

/** Reads a record back. */
export function deliveryOf(record: string): WebhookDelivery {
  const stored = JSON.parse(record)
  return create(WebhookDeliverySchema, {
    id: stored.id,
    endpointId: stored.endpoint_id,
    receivedAt: timestampOf(stored.received_at),
    outcome: stored.outcome,
    incidentId: stored.incident_id,
    format: stored.format,
    ...(stored.product === null ? {} : { product: stored.product }),
    ...(stored.mapping_version === null ? {} : { mappingVersion: stored.mapping_version }),
    ...(stored.external_id === null ? {} : { externalId: stored.external_id }),
    bodySha256: stored.body_sha256,
    bodyBytes: stored.body_bytes,
    bodyDiffers: stored.body_differs,
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
