import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { assessIncident } from './rpc/assess-incident.ts'
import { attachToIncident } from './rpc/attach-to-incident.ts'
import { commentIncident } from './rpc/comment-incident.ts'
import { countIncidents } from './rpc/count-incidents.ts'
import { createIncident } from './rpc/create-incident.ts'
import { createIncidentReport } from './rpc/create-incident-report.ts'
import { deliverIncident } from './rpc/deliver-incident.ts'
import { editIncident } from './rpc/edit-incident.ts'
import { editIncidentReport } from './rpc/edit-incident-report.ts'
import { fileIncidentReport } from './rpc/file-incident-report.ts'
import { getIncident } from './rpc/get-incident.ts'
import { getIncidentAttachment } from './rpc/get-incident-attachment.ts'
import { getIncidentReport } from './rpc/get-incident-report.ts'
import { getReportForm } from './rpc/get-report-form.ts'
import { getReportingSettings } from './rpc/get-reporting-settings.ts'
import { listIncidentAttachments } from './rpc/list-incident-attachments.ts'
import { listIncidentFilings } from './rpc/list-incident-filings.ts'
import { listIncidentObligations } from './rpc/list-incident-obligations.ts'
import { listIncidentReports } from './rpc/list-incident-reports.ts'
import { listIncidentTimeline } from './rpc/list-incident-timeline.ts'
import { listIncidents } from './rpc/list-incidents.ts'
import { listNextObligations } from './rpc/list-next-obligations.ts'
import { listObligations } from './rpc/list-obligations.ts'
import { listTriage } from './rpc/list-triage.ts'
import { listWebhookDeliveries } from './rpc/list-webhook-deliveries.ts'
import { mergeIncident } from './rpc/merge-incident.ts'
import { moveIncident } from './rpc/move-incident.ts'
import { renderIncidentReport } from './rpc/render-incident-report.ts'
import { setIncidentMoments } from './rpc/set-incident-moments.ts'
import { setIncidentStatus } from './rpc/set-incident-status.ts'
import { summarizeDeliveries } from './rpc/summarize-deliveries.ts'
import { summarizeIncidents } from './rpc/summarize-incidents.ts'
import { summarizeWeeks } from './rpc/summarize-weeks.ts'
import { updateReportingSettings } from './rpc/update-reporting-settings.ts'

/** The Connect services of incidents, their obligations and their reports. */
export function incidentRoutes(sink: RouteSink, ctx: LedgerContext): void {
  sink.service(IncidentService, {
    createIncident: createIncident(ctx),
    deliverIncident: deliverIncident(ctx),
    listIncidentTimeline: listIncidentTimeline(ctx),
    listWebhookDeliveries: listWebhookDeliveries(ctx),
    listIncidents: listIncidents(ctx),
    countIncidents: countIncidents(ctx),
    summarizeIncidents: summarizeIncidents(ctx),
    summarizeWeeks: summarizeWeeks(ctx),
    summarizeDeliveries: summarizeDeliveries(ctx),
    getIncident: getIncident(ctx),
    moveIncident: moveIncident(ctx),
    setIncidentStatus: setIncidentStatus(ctx),
  })
  sink.service(IncidentWorkService, {
    editIncident: editIncident(ctx),
    setIncidentMoments: setIncidentMoments(ctx),
    assessIncident: assessIncident(ctx),
    mergeIncident: mergeIncident(ctx),
    commentIncident: commentIncident(ctx),
    attachToIncident: attachToIncident(ctx),
    listIncidentAttachments: listIncidentAttachments(ctx),
    getIncidentAttachment: getIncidentAttachment(ctx),
    listTriage: listTriage(ctx),
  })
  sink.service(ObligationService, {
    listIncidentObligations: listIncidentObligations(ctx),
    listObligations: listObligations(ctx),
    listNextObligations: listNextObligations(ctx),
    fileIncidentReport: fileIncidentReport(ctx),
    listIncidentFilings: listIncidentFilings(ctx),
    getReportingSettings: getReportingSettings(ctx),
    updateReportingSettings: updateReportingSettings(ctx),
  })
  sink.service(IncidentReportService, {
    getReportForm: getReportForm(),
    createIncidentReport: createIncidentReport(ctx),
    editIncidentReport: editIncidentReport(ctx),
    listIncidentReports: listIncidentReports(ctx),
    getIncidentReport: getIncidentReport(ctx),
    renderIncidentReport: renderIncidentReport(ctx),
  })
}
