import { create } from '@bufbuild/protobuf'
import {
  type Incident,
  IncidentSchema,
  type IncidentSource,
  IncidentSourceSchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { JsonValue } from '../../kernel/canonical-json.ts'
import { timestampOf, timestampText } from '../../kernel/values/time.ts'
import { INCIDENT_STATUSES, REGULATIONS, SEVERITIES } from './incident.ts'

/**
 * The record of an incident's version. Keys stand in canonical order and there are only texts, booleans and integers, so
 * that JSON.stringify gives the RFC 8785 text.
 *
 * @throws TypeError for a lone surrogate
 */
export function incidentRecord(organizationId: string, incident: Incident): string {
  const { source } = incident
  const text = JSON.stringify({
    affected_persons_count: Number(incident.affectedPersonsCount),
    affected_systems: incident.affectedSystems,
    created_at: timestampText(incident.createdAt!),
    description: incident.description,
    detected_at: timestampText(incident.detectedAt!),
    early_warning_deadline: timestampText(incident.earlyWarningDeadline!),
    final_report_deadline: timestampText(incident.finalReportDeadline!),
    id: incident.id,
    is_significant: incident.isSignificant,
    note: incident.note === '' ? null : incident.note,
    notification_deadline: timestampText(incident.notificationDeadline!),
    organization_id: organizationId,
    regulation: REGULATIONS.word(incident.regulation),
    severity: SEVERITIES.word(incident.severity),
    source: source === undefined ? null : sourceRecord(source),
    status: INCIDENT_STATUSES.word(incident.status),
    title: incident.title,
    version: incident.version,
  })
  if (text.includes('\\ud') && LONE_SURROGATE.test(text))
    throw new TypeError('the incident holds a lone surrogate')
  return text
}

/** Reads a record back. */
export function incidentOf(record: string): Incident {
  const it = JSON.parse(record)
  return create(IncidentSchema, {
    id: it.id,
    version: it.version,
    title: it.title,
    description: it.description,
    severity: SEVERITIES.value(it.severity),
    affectedSystems: it.affected_systems,
    affectedPersonsCount: BigInt(it.affected_persons_count),
    detectedAt: timestampOf(it.detected_at),
    regulation: REGULATIONS.value(it.regulation),
    isSignificant: it.is_significant,
    earlyWarningDeadline: timestampOf(it.early_warning_deadline),
    notificationDeadline: timestampOf(it.notification_deadline),
    finalReportDeadline: timestampOf(it.final_report_deadline),
    status: INCIDENT_STATUSES.value(it.status),
    note: it.note ?? '',
    createdAt: timestampOf(it.created_at),
    source: sourceOf(it.source),
  })
}

function sourceRecord(source: IncidentSource): { [field: string]: JsonValue } {
  return {
    body_sha256: source.bodySha256 ?? null,
    external_id: source.externalId ?? null,
    format: source.format ?? null,
    id: source.id,
    kind: source.kind,
    mapping_version: source.mappingVersion ?? null,
    notes: source.notes,
    occurred_at: source.occurredAt === undefined ? null : timestampText(source.occurredAt),
    product: source.product ?? null,
    received_at: source.receivedAt === undefined ? null : timestampText(source.receivedAt),
    source_system: source.sourceSystem ?? null,
  }
}

function sourceOf(it: { [field: string]: never }): IncidentSource {
  const given = <T>(key: string, value: T | null | undefined): { [key: string]: T } =>
    value == null ? {} : { [key]: value }
  return create(IncidentSourceSchema, {
    kind: it.kind ?? '',
    id: it.id ?? '',
    ...given('format', it.format),
    ...given('sourceSystem', it.source_system),
    ...given('externalId', it.external_id),
    ...given('bodySha256', it.body_sha256),
    ...given('product', it.product),
    ...given('mappingVersion', it.mapping_version),
    ...given('notes', it.notes),
    ...(it.occurred_at == null ? {} : { occurredAt: timestampOf(it.occurred_at) }),
    ...(it.received_at == null ? {} : { receivedAt: timestampOf(it.received_at) }),
  })
}

/** JSON.stringify (ECMA-262, well-formed) escapes lone surrogates; a backslash before the escape is a text that says so. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/
