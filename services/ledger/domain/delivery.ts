import { create, type MessageInitShape } from '@bufbuild/protobuf'
import {
  type AlertReportSchema,
  type DeliveredIncident,
  type IncidentSource,
  Regulation,
  type Severity,
  type WebhookDelivery,
  WebhookDeliverySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { JsonValue } from '../../kernel/json/canonical-json.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { dateOf, isoTime, timestampOf } from '../../kernel/values/time.ts'
import { type IncidentDraft, SEVERITIES } from './incidents/incident.ts'

/** Returns the fields of the incident that an alert opens. The severity may be `unknown`. @throws DomainError VALIDATION */
export function draftDelivered(delivered: DeliveredIncident): IncidentDraft {
  const detectedAt = dateOf(delivered.detectedAt!)
  const { title, description, severity, affectedSystems } = delivered
  new Checks()
    .text('title', title, LIMITS.title, 1)
    .text('description', description, LIMITS.description)
    .that(SEVERITIES.has(severity), 'severity', SEVERITIES.expected)
    .that(
      affectedSystems.length <= LIMITS.systems,
      'affected_systems',
      `must have at most ${LIMITS.systems} entries`,
    )
    .instant('detected_at', detectedAt)
    .done()
  return {
    title,
    description,
    severity,
    affectedSystems,
    detectedAt,
    affectedPersonsCount: 0n,
    regulation: Regulation.NIS2,
  }
}

/** An alert that a call delivered, whether or not it opens an incident. */
export type Delivery = {
  organizationId: string
  /** Also the id of its audit entry: the request id for the first alert of a call. */
  id: string
  endpointId: string
  receivedAt: Date
  /** Where the alert came from. */
  source: IncidentSource
  bodySha256: string
  bodyBytes: number
  recognition: Recognition
}

/** The keys that identify a repetition or the end of the alert, in lower-case hex, and how long they are valid. */
type Recognition = { eventKey: string; closureKey: string | undefined; seconds: number }

/** The outcomes: a delivery opens an incident, repeats its alert, says that the alert is over, or belongs to no incident. */
export const DELIVERY_OUTCOMES = ['created', 'replay', 'closure', 'acknowledged'] as const
export type OutcomeWord = (typeof DELIVERY_OUTCOMES)[number]

/** The outcome of a delivery. */
export type DeliveryOutcome = {
  outcome: OutcomeWord
  incidentId: string | undefined
  bodyDiffers: boolean
  /** Absent for an open alert that has no status of its own and repeats an incident without any difference. */
  report: AlertReport | undefined
}

/** The part of a delivery's record about the alert. */
type AlertReport = {
  title: string
  severity: Severity
  state: string
  status: string | undefined
  differs: readonly string[]
}

/** The record of a delivery. Keys are in canonical order (RFC 8785). */
export function deliveryRecord(delivery: Delivery, decided: DeliveryOutcome): string {
  const { outcome, incidentId, bodyDiffers, report } = decided
  const { source, recognition } = delivery
  const { eventKey, closureKey, seconds } = recognition
  return JSON.stringify({
    body_bytes: delivery.bodyBytes,
    body_differs: bodyDiffers,
    body_sha256: delivery.bodySha256,
    ...(closureKey === undefined ? {} : { closure_key: closureKey }),
    endpoint_id: delivery.endpointId,
    event_key: eventKey,
    external_id: source.externalId ?? null,
    format: source.format ?? '',
    id: delivery.id,
    incident_id: incidentId ?? null,
    mapping_version: source.mappingVersion ?? null,
    organization_id: delivery.organizationId,
    outcome,
    product: source.product ?? null,
    received_at: isoTime(delivery.receivedAt),
    ...(report === undefined ? {} : { report: reportRecord(report) }),
    version: 1,
    window_seconds: seconds,
  })
}

function reportRecord({ differs, severity, state, status, title }: AlertReport): {
  [field: string]: JsonValue
} {
  return {
    differs: [...differs],
    severity: SEVERITIES.word(severity),
    state,
    status: status ?? null,
    title,
  }
}

/** Reads a record back. */
export function deliveryOf(record: string): WebhookDelivery {
  const stored = JSON.parse(record)
  return create(WebhookDeliverySchema, {
    id: stored.id,
    endpointId: stored.endpoint_id,
    receivedAt: timestampOf(stored.received_at),
    outcome: stored.outcome,
    incidentId: stored.incident_id ?? '',
    format: stored.format,
    ...(stored.product === null ? {} : { product: stored.product }),
    ...(stored.mapping_version === null ? {} : { mappingVersion: stored.mapping_version }),
    ...(stored.external_id === null ? {} : { externalId: stored.external_id }),
    bodySha256: stored.body_sha256,
    bodyBytes: stored.body_bytes,
    bodyDiffers: stored.body_differs,
    ...(stored.report === undefined ? {} : { report: reportOf(stored.report) }),
  })
}

function reportOf(stored: StoredReport): MessageInitShape<typeof AlertReportSchema> {
  const { differs, severity, state, status, title } = stored
  return {
    differs,
    severity: SEVERITIES.value(severity),
    state,
    title,
    ...(status === null ? {} : { status }),
  }
}

type StoredReport = {
  differs: string[]
  severity: string
  state: string
  status: string | null
  title: string
}
