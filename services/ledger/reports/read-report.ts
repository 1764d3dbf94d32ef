import type { IncidentReport } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import type { LedgerContext } from '../context.ts'
import { reportRecords } from '../domain/reports/report.ts'

/** A version of a report of an incident. @throws DomainError VALIDATION, NOT_FOUND */
export async function readReport(
  ctx: Pick<LedgerContext, 'reports'>,
  organizationId: string,
  key: { id: string; reportId: string; version: number },
): Promise<IncidentReport> {
  const found = await ctx.reports.get(organizationId, key.id, key.reportId, key.version)
  if (found === undefined) throw notFound('report')
  return reportRecords.read(found)
}
