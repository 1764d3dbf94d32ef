import {
  type CreateIncidentRequest,
  type Incident,
  IncidentSchema,
  type IncidentSource,
  IncidentStatus,
  IncidentStatusSchema,
  Regulation,
  RegulationSchema,
  Severity,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import { dateOf, timestamp } from '../../../kernel/values/time.ts'
import { deadlinesOf } from './deadlines.ts'

export const SEVERITIES = enumText<Severity>(SeveritySchema)
export const REGULATIONS = enumText<Regulation>(RegulationSchema)
export const INCIDENT_STATUSES = enumText<IncidentStatus>(IncidentStatusSchema)

/** The records of incidents' versions. */
export const incidentRecords = recordCodec(IncidentSchema)

/** The fields of a new incident, after defaults. */
export type IncidentDraft = Omit<CreateIncidentRequest, '$typeName' | '$unknown' | 'detectedAt'> & {
  detectedAt: Date
}

/**
 * Checks a request and fills in the defaults (docs/decisions/0028-incidents-required-fields.md).
 * @throws DomainError VALIDATION
 */
export function draftIncident(request: CreateIncidentRequest, receivedAt: Date): IncidentDraft {
  return {
    ...request,
    detectedAt: request.detectedAt === undefined ? receivedAt : dateOf(request.detectedAt),
    regulation: request.regulation || Regulation.NIS2,
  }
}

/** The first version of an incident: open, with its deadlines (docs/api.md 2.1). */
export function openIncident(
  id: string,
  draft: IncidentDraft,
  source: IncidentSource,
  createdAt: Date,
): Incident {
  const deadlines = deadlinesOf(draft.detectedAt)
  return {
    $typeName: 'attestry.ledger.v1.Incident',
    id,
    title: draft.title,
    description: draft.description,
    severity: draft.severity,
    affectedSystems: draft.affectedSystems,
    affectedPersonsCount: draft.affectedPersonsCount,
    detectedAt: timestamp(draft.detectedAt),
    regulation: draft.regulation,
    isSignificant: draft.severity === Severity.HIGH || draft.severity === Severity.CRITICAL,
    earlyWarningDeadline: timestamp(deadlines.earlyWarning),
    notificationDeadline: timestamp(deadlines.notification),
    finalReportDeadline: timestamp(deadlines.finalReport),
    status: IncidentStatus.OPEN,
    source,
    createdAt: timestamp(createdAt),
    version: 1,
    note: '',
  }
}
