import type { MethodImpl } from '@connectrpc/connect'
import {
  type IncidentReport,
  type IncidentReportService,
  RenderIncidentReportRequestSchema,
  type ReportFormat,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { requestRefusal } from '../../kernel/fields/request-check.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { LedgerContext } from '../context.ts'
import { type Rendered, render } from '../reports/render.ts'
import { readReport } from './get-incident-report.ts'

/** IncidentReportService.RenderIncidentReport */
export function renderIncidentReport(
  ctx: Pick<LedgerContext, 'reports' | 'renderings'>,
): MethodImpl<typeof IncidentReportService.method.renderIncidentReport> {
  return async (request, context) => {
    refuseInvalid(request)
    const { organizationId } = callerOf(context)
    const report = await readReport(ctx, organizationId, request)
    const rendered = await renderInTurn(ctx, organizationId, report, request.format, context.signal)
    return { ...rendered, version: report.version }
  }
}

/** Documents are made one after the other, those of several organizations in turn. @throws DomainError RATE_LIMITED */
export async function renderInTurn(
  { renderings }: Pick<LedgerContext, 'renderings'>,
  organizationId: string,
  report: IncidentReport,
  format: ReportFormat,
  signal: AbortSignal,
): Promise<Rendered> {
  const leave = await renderings.enter(organizationId, signal)
  return await render(report, format).finally(leave)
}

const refuseInvalid = requestRefusal(RenderIncidentReportRequestSchema)
