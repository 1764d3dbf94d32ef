import type { IncidentReport } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { invalid, notFound } from '../../kernel/errors/errors.ts'
import { uuid } from '../../kernel/values/checks.ts'
import type { LedgerContext } from '../context.ts'
import { reportRecords } from '../domain/reports/report.ts'

/** A version of a report of an incident. @throws DomainError VALIDATION, NOT_FOUND */
export async function readReport(
  ctx: Pick<LedgerContext, 'reports'>,
  organizationId: string,
  asked: { id: string; reportId: string; version: number },
): Promise<IncidentReport> {
  const ids = [uuid('id', asked.id), uuid('report_id', asked.reportId)] as const
  if (asked.version < 0) throw invalid({ version: ['must not be negative'] })
  const found = await ctx.reports.get(organizationId, ...ids, asked.version)
  if (found === undefined) throw notFound('report')
  return reportRecords.read(found)
}
