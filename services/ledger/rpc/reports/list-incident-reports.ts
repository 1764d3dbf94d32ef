import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentReportService } from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { reportRecords } from '../../domain/reports/report.ts'

/** IncidentReportService.ListIncidentReports */
export function listIncidentReports(
  ctx: Pick<LedgerContext, 'incidents' | 'reports'>,
): MethodImpl<typeof IncidentReportService.method.listIncidentReports> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { id } = request
    if ((await ctx.incidents.current(organizationId, id)) === undefined) throw notFound('incident')
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      (limit, before) => ctx.reports.list(organizationId, id, limit, before),
      ({ record }) => reportRecords.read(record),
      context.values.get(listPlaceKey),
    )
    return { reports: rows, nextCursor }
  }
}
