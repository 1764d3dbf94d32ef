import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentReportService } from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { formMessage, formOf } from '../../domain/reports/forms.ts'
import { missingFields } from '../../domain/reports/report.ts'
import { readReport } from '../../reports/read-report.ts'

/** IncidentReportService.GetIncidentReport */
export function getIncidentReport(
  ctx: Pick<LedgerContext, 'reports'>,
): MethodImpl<typeof IncidentReportService.method.getIncidentReport> {
  return async (request, context) => {
    const report = await readReport(ctx, callerOf(context).organizationId, request)
    const form = formMessage(formOf(report.regime, report.step))
    return { report, form, missing: missingFields(report) }
  }
}
