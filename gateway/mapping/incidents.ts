import {
  type CreateIncidentRequest,
  type Incident,
  type IncidentSource,
  Regulation,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { IncidentBody } from '../schema/incidents.ts'
import { timeJson, timeProto } from './values.ts'
import { WORDS } from './words.ts'

export function incidentRequest(body: IncidentBody): CreateIncidentRequest {
  return {
    $typeName: 'attestry.ledger.v1.CreateIncidentRequest',
    title: body.title,
    description: body.description ?? '',
    severity: WORDS.severity.value(body.severity),
    affectedSystems: body.affected_systems ?? [],
    affectedPersonsCount: BigInt(body.affected_persons_count ?? 0),
    detectedAt: body.detected_at === undefined ? undefined : timeProto(body.detected_at),
    regulation:
      body.regulation === undefined ? Regulation.UNSPECIFIED : WORDS.regulation.value(body.regulation),
  }
}

export function incidentJson(it: Incident) {
  return {
    id: it.id,
    title: it.title,
    description: it.description,
    severity: WORDS.severity.word(it.severity),
    affected_systems: it.affectedSystems,
    affected_persons_count: Number(it.affectedPersonsCount),
    detected_at: timeJson(it.detectedAt),
    regulation: WORDS.regulation.word(it.regulation),
    is_significant: it.isSignificant,
    early_warning_deadline: timeJson(it.earlyWarningDeadline),
    notification_deadline: timeJson(it.notificationDeadline),
    final_report_deadline: timeJson(it.finalReportDeadline),
    status: WORDS.incidentStatus.word(it.status),
    source: it.source === undefined ? null : sourceJson(it.source),
    created_at: timeJson(it.createdAt),
  }
}

function sourceJson(it: IncidentSource) {
  return {
    kind: it.kind,
    id: it.id,
    format: it.format ?? null,
    source_system: it.sourceSystem ?? null,
    external_id: it.externalId ?? null,
    occurred_at: timeJson(it.occurredAt),
    received_at: timeJson(it.receivedAt),
    body_sha256: it.bodySha256 ?? null,
    product: it.product ?? null,
    mapping_version: it.mappingVersion ?? null,
    notes: it.notes,
  }
}
