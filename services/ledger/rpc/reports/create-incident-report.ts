import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentReportService } from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { commitRecord } from '../../../kernel/database/record-store.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { idempotencyRecordOf } from '../../../kernel/idempotency/idempotency.ts'
import { callerOf, nameOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { formMessage, formOf } from '../../domain/reports/forms.ts'
import { draftReport, missingFields, reportRecords } from '../../domain/reports/report.ts'

/** IncidentReportService.CreateIncidentReport */
export function createIncidentReport(
  ctx: Pick<LedgerContext, 'incidents' | 'organizations' | 'reports' | 'clock'>,
): MethodImpl<typeof IncidentReportService.method.createIncidentReport> {
  return async (request, context) => {
    const incidentId = request.id
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { organizationId } = call.caller
    const form = formOf(request.regime, request.step)
    const found = await ctx.incidents.current(organizationId, incidentId)
    if (found === undefined) throw notFound('incident')
    const organization = await ctx.organizations.get(organizationId)
    const source = { incident: incidentRecords.read(found), organizationName: organization?.name ?? '' }
    const others = await ctx.reports.page(organizationId, incidentId, MAX_EARLIER, undefined)
    const earlier = others.map(reportRecords.read).find((one) => one.regime === request.regime)
    const by = { at: call.at, by: nameOf(call.caller) }
    const report = draftReport(mintId(call.at), form, source, earlier, by)
    const row = { id: report.id, version: 1, text: reportRecords.write(organizationId, report) }
    const answer = { report, form: formMessage(form), missing: missingFields(report) }
    await commitRecord(ctx.reports, call, row, idempotencyRecordOf(context, answer))
    return answer
  }
}

/** How many reports of the incident are searched for an earlier one under the regime. */
const MAX_EARLIER = 10
