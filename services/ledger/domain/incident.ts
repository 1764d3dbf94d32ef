import { create } from '@bufbuild/protobuf'
import {
  type CreateIncidentRequest,
  type Incident,
  IncidentSchema,
  type IncidentSource,
  IncidentSourceSchema,
  IncidentStatus,
  IncidentStatusSchema,
  Regulation,
  RegulationSchema,
  Severity,
  SeveritySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { JsonValue } from '../../kernel/canonical-json.ts'
import { Checks } from '../../kernel/checks.ts'
import { enumText } from '../../kernel/enum-text.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { dateOf, isoTime, timestamp, timestampOf } from '../../kernel/time.ts'
import { deadlinesOf } from './deadlines.ts'

export const SEVERITIES = enumText<Severity>(SeveritySchema)
export const REGULATIONS = enumText<Regulation>(RegulationSchema)
export const INCIDENT_STATUSES = enumText<IncidentStatus>(IncidentStatusSchema)

/** What an incident is opened with, after defaults. */
export type IncidentDraft = {
  title: string
  description: string
  severity: Severity
  affectedSystems: string[]
  affectedPersonsCount: bigint
  detectedAt: Date
  regulation: Regulation
}

/** Checks a request and fills in the defaults of docs/decisions. @throws DomainError VALIDATION */
export function draftIncident(request: CreateIncidentRequest, receivedAt: Date): IncidentDraft {
  const detectedAt = request.detectedAt === undefined ? receivedAt : dateOf(request.detectedAt)
  const checks = new Checks()
    .text('title', request.title, LIMITS.title, 1)
    .text('description', request.description, LIMITS.description)
    .that(REPORTABLE.has(request.severity), 'severity', 'must be one of low, medium, high, critical')
    .that(request.affectedPersonsCount >= 0n, 'affected_persons_count', 'must not be negative')
    .that(request.affectedPersonsCount <= MAX_SAFE, 'affected_persons_count', 'must be at most 2^53 - 1')
    .that(
      request.regulation === 0 || REGULATIONS.knows(request.regulation),
      'regulation',
      REGULATIONS.expected,
    )
    .instant('detected_at', detectedAt)
  checks
    .list('affected_systems', request.affectedSystems, LIMITS.systems, (system) =>
      checks.text('affected_systems', system, LIMITS.identifier),
    )
    .done()
  return {
    title: request.title,
    description: request.description,
    severity: request.severity,
    affectedSystems: request.affectedSystems,
    affectedPersonsCount: request.affectedPersonsCount,
    detectedAt,
    regulation: request.regulation || Regulation.NIS2,
  }
}

/** The first version of an incident: open, with its deadlines (contract 2.1). */
export function openIncident(
  id: string,
  draft: IncidentDraft,
  source: IncidentSource,
  createdAt: Date,
): Incident {
  const deadlines = deadlinesOf(draft.detectedAt)
  return create(IncidentSchema, {
    ...draft,
    id,
    detectedAt: timestamp(draft.detectedAt),
    isSignificant: draft.severity === Severity.HIGH || draft.severity === Severity.CRITICAL,
    earlyWarningDeadline: timestamp(deadlines.earlyWarning),
    notificationDeadline: timestamp(deadlines.notification),
    finalReportDeadline: timestamp(deadlines.finalReport),
    status: IncidentStatus.OPEN,
    source,
    createdAt: timestamp(createdAt),
    version: 1,
  })
}

/** The next version of an incident, with another status. @throws DomainError VALIDATION */
export function moveIncident(incident: Incident, status: IncidentStatus, note: string): Incident {
  new Checks()
    .that(INCIDENT_STATUSES.knows(status), 'status', INCIDENT_STATUSES.expected)
    .that(status !== incident.status, 'status', 'is the status it has')
    .text('note', note, LIMITS.description)
    .done()
  return { ...incident, status, note, version: incident.version + 1 }
}

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
    created_at: isoTime(dateOf(incident.createdAt!)),
    description: incident.description,
    detected_at: isoTime(dateOf(incident.detectedAt!)),
    early_warning_deadline: isoTime(dateOf(incident.earlyWarningDeadline!)),
    final_report_deadline: isoTime(dateOf(incident.finalReportDeadline!)),
    id: incident.id,
    is_significant: incident.isSignificant,
    note: incident.note === '' ? null : incident.note,
    notification_deadline: isoTime(dateOf(incident.notificationDeadline!)),
    organization_id: organizationId,
    regulation: REGULATIONS.word(incident.regulation),
    severity: SEVERITIES.word(incident.severity),
    source: source === undefined ? null : sourceRecord(source),
    status: INCIDENT_STATUSES.word(incident.status),
    title: incident.title,
    version: incident.version,
  })
  if (LONE_SURROGATE.test(text)) throw new TypeError('the incident holds a lone surrogate')
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
    occurred_at: source.occurredAt === undefined ? null : isoTime(dateOf(source.occurredAt)),
    product: source.product ?? null,
    received_at: source.receivedAt === undefined ? null : isoTime(dateOf(source.receivedAt)),
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
/** `unknown` comes only from the webhook. */
const REPORTABLE = new Set<Severity>([Severity.LOW, Severity.MEDIUM, Severity.HIGH, Severity.CRITICAL])
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
