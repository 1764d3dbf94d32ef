import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { assessIncident } from './rpc/incidents/assess-incident.ts'
import { attachToIncident } from './rpc/incidents/attach-to-incident.ts'
import { commentIncident } from './rpc/incidents/comment-incident.ts'
import { countIncidents } from './rpc/incidents/count-incidents.ts'
import { createIncident } from './rpc/incidents/create-incident.ts'
import { deliverIncident } from './rpc/incidents/deliver-incident.ts'
import { editIncident } from './rpc/incidents/edit-incident.ts'
import { getIncident } from './rpc/incidents/get-incident.ts'
import { getIncidentAttachment } from './rpc/incidents/get-incident-attachment.ts'
import { listIncidentAttachments } from './rpc/incidents/list-incident-attachments.ts'
import { listIncidentTimeline } from './rpc/incidents/list-incident-timeline.ts'
import { listIncidents } from './rpc/incidents/list-incidents.ts'
import { listTriage } from './rpc/incidents/list-triage.ts'
import { listWebhookDeliveries } from './rpc/incidents/list-webhook-deliveries.ts'
import { mergeIncident } from './rpc/incidents/merge-incident.ts'
import { moveIncident } from './rpc/incidents/move-incident.ts'
import { setIncidentMoments } from './rpc/incidents/set-incident-moments.ts'
import { setIncidentStatus } from './rpc/incidents/set-incident-status.ts'
import { summarizeDeliveries } from './rpc/incidents/summarize-deliveries.ts'
import { summarizeIncidents } from './rpc/incidents/summarize-incidents.ts'
import { summarizeWeeks } from './rpc/incidents/summarize-weeks.ts'
import { getReportingSettings } from './rpc/obligations/get-reporting-settings.ts'
import { listIncidentObligations } from './rpc/obligations/list-incident-obligations.ts'
import { listNextObligations } from './rpc/obligations/list-next-obligations.ts'
import { listObligations } from './rpc/obligations/list-obligations.ts'
import { updateReportingSettings } from './rpc/obligations/update-reporting-settings.ts'
import { createIncidentReport } from './rpc/reports/create-incident-report.ts'
import { editIncidentReport } from './rpc/reports/edit-incident-report.ts'
import { fileIncidentReport } from './rpc/reports/file-incident-report.ts'
import { getIncidentReport } from './rpc/reports/get-incident-report.ts'
import { getReportForm } from './rpc/reports/get-report-form.ts'
import { listIncidentFilings } from './rpc/reports/list-incident-filings.ts'
import { listIncidentReports } from './rpc/reports/list-incident-reports.ts'
import { renderIncidentReport } from './rpc/reports/render-incident-report.ts'

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
