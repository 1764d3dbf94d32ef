import { AdmissionService } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { DirectoryService } from '../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import type { Routes } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { notificationRoutes } from './notification-routes.ts'
import { acceptInvitation } from './rpc/accept-invitation.ts'
import { admit } from './rpc/admit.ts'
import { assessIncident } from './rpc/assess-incident.ts'
import { assessSupplier } from './rpc/assess-supplier.ts'
import { attachToIncident } from './rpc/attach-to-incident.ts'
import { authenticateClient } from './rpc/authenticate-client.ts'
import { authenticateSession } from './rpc/authenticate-session.ts'
import { changePassword } from './rpc/change-password.ts'
import { commentIncident } from './rpc/comment-incident.ts'
import { countIncidents } from './rpc/count-incidents.ts'
import { createAsset } from './rpc/create-asset.ts'
import { createCheckpoint } from './rpc/create-checkpoint.ts'
import { createClient } from './rpc/create-client.ts'
import { createIncident } from './rpc/create-incident.ts'
import { createIncidentReport } from './rpc/create-incident-report.ts'
import { createKey } from './rpc/create-key.ts'
import { createOrganization } from './rpc/create-organization.ts'
import { createSession } from './rpc/create-session.ts'
import { createSupplier } from './rpc/create-supplier.ts'
import { createUser } from './rpc/create-user.ts'
import { deliverIncident } from './rpc/deliver-incident.ts'
import { disableUser } from './rpc/disable-user.ts'
import { drawQuota } from './rpc/draw-quota.ts'
import { editIncident } from './rpc/edit-incident.ts'
import { editIncidentReport } from './rpc/edit-incident-report.ts'
import { endSession } from './rpc/end-session.ts'
import { fileIncidentReport } from './rpc/file-incident-report.ts'
import { getCheckpoint } from './rpc/get-checkpoint.ts'
import { getConsistencyProofs } from './rpc/get-consistency-proofs.ts'
import { getEntryProof } from './rpc/get-entry-proof.ts'
import { getIncident } from './rpc/get-incident.ts'
import { getIncidentAttachment } from './rpc/get-incident-attachment.ts'
import { getIncidentReport } from './rpc/get-incident-report.ts'
import { getInclusionProofs } from './rpc/get-inclusion-proofs.ts'
import { getKeySet } from './rpc/get-key-set.ts'
import { getRangeProof } from './rpc/get-range-proof.ts'
import { getReportForm } from './rpc/get-report-form.ts'
import { getReportingSettings } from './rpc/get-reporting-settings.ts'
import { getSession } from './rpc/get-session.ts'
import { getTile } from './rpc/get-tile.ts'
import { inviteUser } from './rpc/invite-user.ts'
import { listAssets } from './rpc/list-assets.ts'
import { listCheckpoints } from './rpc/list-checkpoints.ts'
import { listClients } from './rpc/list-clients.ts'
import { listEntries } from './rpc/list-entries.ts'
import { listIncidentAttachments } from './rpc/list-incident-attachments.ts'
import { listIncidentFilings } from './rpc/list-incident-filings.ts'
import { listIncidentObligations } from './rpc/list-incident-obligations.ts'
import { listIncidentReports } from './rpc/list-incident-reports.ts'
import { listIncidentTimeline } from './rpc/list-incident-timeline.ts'
import { listIncidents } from './rpc/list-incidents.ts'
import { listKeys } from './rpc/list-keys.ts'
import { listNextObligations } from './rpc/list-next-obligations.ts'
import { listObligations } from './rpc/list-obligations.ts'
import { listOrganizations } from './rpc/list-organizations.ts'
import { listSigningKeys } from './rpc/list-signing-keys.ts'
import { listSuppliers } from './rpc/list-suppliers.ts'
import { listTriage } from './rpc/list-triage.ts'
import { listUsers } from './rpc/list-users.ts'
import { listWebhookDeliveries } from './rpc/list-webhook-deliveries.ts'
import { mergeIncident } from './rpc/merge-incident.ts'
import { moveIncident } from './rpc/move-incident.ts'
import { recordCall } from './rpc/record-call.ts'
import { renderIncidentReport } from './rpc/render-incident-report.ts'
import { resetPassword } from './rpc/reset-password.ts'
import { retireAsset } from './rpc/retire-asset.ts'
import { revokeClient } from './rpc/revoke-client.ts'
import { revokeKey } from './rpc/revoke-key.ts'
import { revokeSigningKey } from './rpc/revoke-signing-key.ts'
import { rotateSigningKey } from './rpc/rotate-signing-key.ts'
import { setIncidentMoments } from './rpc/set-incident-moments.ts'
import { setIncidentStatus } from './rpc/set-incident-status.ts'
import { signPackage } from './rpc/sign-package.ts'
import { signStatement } from './rpc/sign-statement.ts'
import { summarizeDeliveries } from './rpc/summarize-deliveries.ts'
import { summarizeIncidents } from './rpc/summarize-incidents.ts'
import { summarizeWeeks } from './rpc/summarize-weeks.ts'
import { updateKey } from './rpc/update-key.ts'
import { updateOrganization } from './rpc/update-organization.ts'
import { updateReportingSettings } from './rpc/update-reporting-settings.ts'
import { updateUser } from './rpc/update-user.ts'
import { verifyLog } from './rpc/verify-log.ts'

/** The ledger's Connect services. */
export function ledgerRoutes(ctx: LedgerContext): Routes {
  return (sink) => {
    sink.service(AdmissionService, { admit: admit(ctx), drawQuota: drawQuota(ctx) })
    sink.service(DirectoryService, {
      authenticateClient: authenticateClient(ctx),
      authenticateSession: authenticateSession(ctx),
    })
    sink.service(OrganizationService, {
      createOrganization: createOrganization(ctx),
      listOrganizations: listOrganizations(ctx),
      updateOrganization: updateOrganization(ctx),
    })
    sink.service(ClientService, {
      createClient: createClient(ctx),
      listClients: listClients(ctx),
      revokeClient: revokeClient(ctx),
    })
    sink.service(UserService, {
      createUser: createUser(ctx),
      inviteUser: inviteUser(ctx),
      listUsers: listUsers(ctx),
      updateUser: updateUser(ctx),
      disableUser: disableUser(ctx),
      resetPassword: resetPassword(ctx),
      changePassword: changePassword(ctx),
    })
    sink.service(SessionService, {
      createSession: createSession(ctx),
      acceptInvitation: acceptInvitation(ctx),
      endSession: endSession(ctx),
      getSession: getSession(ctx),
    })
    sink.service(KeyService, {
      createKey: createKey(ctx),
      listKeys: listKeys(ctx),
      updateKey: updateKey(ctx),
      revokeKey: revokeKey(ctx),
    })
    sink.service(AuditService, { recordCall: recordCall(ctx), listEntries: listEntries(ctx) })
    sink.service(LogService, {
      getCheckpoint: getCheckpoint(ctx),
      listCheckpoints: listCheckpoints(ctx),
      createCheckpoint: createCheckpoint(ctx),
      getInclusionProofs: getInclusionProofs(ctx),
      getRangeProof: getRangeProof(ctx),
      getConsistencyProofs: getConsistencyProofs(ctx),
      getEntryProof: getEntryProof(ctx),
      getTile: getTile(ctx),
      verifyLog: verifyLog(ctx),
    })
    sink.service(SigningKeyService, {
      listSigningKeys: listSigningKeys(ctx),
      rotateSigningKey: rotateSigningKey(ctx),
      revokeSigningKey: revokeSigningKey(ctx),
      getKeySet: getKeySet(ctx),
      signPackage: signPackage(ctx),
      signStatement: signStatement(ctx),
    })
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
    sink.service(AssetService, {
      createAsset: createAsset(ctx),
      listAssets: listAssets(ctx),
      retireAsset: retireAsset(ctx),
    })
    sink.service(SupplierService, {
      createSupplier: createSupplier(ctx),
      listSuppliers: listSuppliers(ctx),
      assessSupplier: assessSupplier(ctx),
    })
    notificationRoutes(sink, ctx.notifications)
  }
}
