import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentReportService } from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { readReport } from '../../reports/read-report.ts'
import { renderInTurn } from '../../reports/render-in-turn.ts'

/** IncidentReportService.RenderIncidentReport */
export function renderIncidentReport(
  ctx: Pick<LedgerContext, 'reports' | 'renderings'>,
): MethodImpl<typeof IncidentReportService.method.renderIncidentReport> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const report = await readReport(ctx, organizationId, request)
    const rendered = await renderInTurn(ctx, organizationId, report, request.format, context.signal)
    return { ...rendered, version: report.version }
  }
}
