import type { ExportEvidenceRequest } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { dateOf } from '../../kernel/values/time.ts'

/** The requested content of a package: a period, which is open where it is null, or an incident. */
export type ExportScope = { period: { from: Date | null; to: Date | null }; incidentId: string | null }

/** @throws DomainError VALIDATION */
export function scopeOf({ from, to, incidentId }: ExportEvidenceRequest): ExportScope {
  const period = { from: from ? dateOf(from) : null, to: to ? dateOf(to) : null }
  const isIncident = incidentId !== ''
  new Checks()
    .that(!isIncident || (!from && !to), 'incident_id', 'must not be given with from and to')
    .that(!period.from || !period.to || period.from < period.to, 'to', 'must be later than from')
    .done()
  return { period, incidentId: isIncident ? incidentId : null }
}
