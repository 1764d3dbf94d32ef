import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentReportService } from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { reportRecords } from '../../domain/reports/report.ts'

/** IncidentReportService.ListIncidentReports */
export function listIncidentReports(
  ctx: Pick<LedgerContext, 'incidents' | 'reports'>,
): MethodImpl<typeof IncidentReportService.method.listIncidentReports> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const id = request.id.toLowerCase()
    if ((await ctx.incidents.current(organizationId, id)) === undefined) throw notFound('incident')
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.reports.list(organizationId, id, limit, before)).map(reportRecords.read)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, (one) => one.id)
    return { reports: rows, nextCursor }
  }
}
