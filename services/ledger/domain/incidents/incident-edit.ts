import type { EditIncidentRequest } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import type { IncidentLink } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { requireVersion } from '../../../kernel/errors/expected-version.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { dateOf } from '../../../kernel/values/time.ts'
import { nextVersion, requirePast, workOf } from './incident-change.ts'
import { withoutReport } from './known-when-reported.ts'

/** The owner of an incident: nobody where the texts are empty. */
export type Owner = { id: string; email: string }

/** Checks that do not need the incident. @throws DomainError VALIDATION */
export function checkEdit(request: EditIncidentRequest, now: Date): void {
  if (request.detectedAt !== undefined) requirePast('detected_at', dateOf(request.detectedAt), now)
  new Checks()
    .that(request.expectedVersion > 0, 'expected_version', 'is required: the version that was read')
    .done()
  checkLinks(request.links?.values ?? [])
}

/** The version of an incident with corrected fields. @throws DomainError CONFLICT, VALIDATION */
export function editIncident(incident: Incident, request: EditIncidentRequest, owner?: Owner): Incident {
  requireVersion('incident', incident, request.expectedVersion)
  const { title, description, severity, affectedPersonsCount, detectedAt, regulation, links } = request
  const fields = { title, description, severity, affectedPersonsCount, detectedAt, regulation }
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const systems = request.affectedSystems && { affectedSystems: request.affectedSystems.values }
  const change: Partial<Incident> = { ...given, ...systems }
  if (Object.keys(change).length === 0 && owner === undefined && links === undefined)
    throw invalid({ request: ['names no field to change'] })
  const work = {
    ...(owner === undefined ? {} : { ownerId: owner.id, ownerEmail: owner.email }),
    ...(links === undefined ? {} : { links: links.values }),
    ...(detectedAt === undefined ? {} : { moments: withoutReport(workOf(incident).moments, detectedAt) }),
  }
  return nextVersion(incident, change, work, 'edit', request.reason)
}

function checkLinks(links: readonly IncidentLink[]): void {
  const seen = new Set<string>()
  for (const [i, { kind, id }] of links.entries()) {
    if (seen.has(`${kind} ${id}`)) throw invalid({ [`links.${i}.id`]: ['is linked twice'] })
    seen.add(`${kind} ${id}`)
  }
}
