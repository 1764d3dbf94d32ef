import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentReportService } from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { madeFrom } from '../../../kernel/audit/made-from.ts'
import { commitRecord } from '../../../kernel/database/record-store.ts'
import { DomainError, notFound, Reason } from '../../../kernel/errors/errors.ts'
import { callerOf, nameOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { editReport, missingFields, reportRecords } from '../../domain/reports/report.ts'

/** IncidentReportService.EditIncidentReport */
export function editIncidentReport(
  ctx: Pick<LedgerContext, 'reports' | 'clock'>,
): MethodImpl<typeof IncidentReportService.method.editIncidentReport> {
  return async (request, context) => {
    const { id: incidentId, reportId: id } = request
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { organizationId } = call.caller
    const edit = async () => {
      const found = await ctx.reports.get(organizationId, incidentId, id)
      if (found === undefined) throw notFound('report')
      const report = editReport(reportRecords.read(found), request, { at: call.at, by: nameOf(call.caller) })
      return { report, details: madeFrom(found) }
    }
    const { report, details } = await edit()
    const row = { id, version: report.version, text: reportRecords.write(organizationId, report) }
    try {
      await commitRecord(ctx.reports, { ...call, details }, row)
    } catch (error) {
      // Another call has appended this version meanwhile. The repeated edit is refused and names the current version.
      if (error instanceof DomainError && error.reason === Reason.CONFLICT) await edit()
      throw error
    }
    return { report, missing: missingFields(report) }
  }
}
