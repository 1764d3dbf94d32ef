import { AdmissionService } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { DirectoryService } from '../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import type { Routes } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { incidentRoutes } from './incident-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { acceptInvitation } from './rpc/accept-invitation.ts'
import { admit } from './rpc/admit.ts'
import { assessSupplier } from './rpc/assess-supplier.ts'
import { authenticateClient } from './rpc/authenticate-client.ts'
import { authenticateSession } from './rpc/authenticate-session.ts'
import { changePassword } from './rpc/change-password.ts'
import { createAsset } from './rpc/create-asset.ts'
import { createCheckpoint } from './rpc/create-checkpoint.ts'
import { createClient } from './rpc/create-client.ts'
import { createKey } from './rpc/create-key.ts'
import { createOrganization } from './rpc/create-organization.ts'
import { createSession } from './rpc/create-session.ts'
import { createSupplier } from './rpc/create-supplier.ts'
import { createUser } from './rpc/create-user.ts'
import { disableUser } from './rpc/disable-user.ts'
import { drawQuota } from './rpc/draw-quota.ts'
import { endSession } from './rpc/end-session.ts'
import { getCheckpoint } from './rpc/get-checkpoint.ts'
import { getConsistencyProofs } from './rpc/get-consistency-proofs.ts'
import { getEntryProof } from './rpc/get-entry-proof.ts'
import { getInclusionProofs } from './rpc/get-inclusion-proofs.ts'
import { getKeySet } from './rpc/get-key-set.ts'
import { getRangeProof } from './rpc/get-range-proof.ts'
import { getSession } from './rpc/get-session.ts'
import { getTile } from './rpc/get-tile.ts'
import { inviteUser } from './rpc/invite-user.ts'
import { listAssets } from './rpc/list-assets.ts'
import { listCheckpoints } from './rpc/list-checkpoints.ts'
import { listClients } from './rpc/list-clients.ts'
import { listEntries } from './rpc/list-entries.ts'
import { listKeys } from './rpc/list-keys.ts'
import { listOrganizations } from './rpc/list-organizations.ts'
import { listSigningKeys } from './rpc/list-signing-keys.ts'
import { listSuppliers } from './rpc/list-suppliers.ts'
import { listUsers } from './rpc/list-users.ts'
import { recordCall } from './rpc/record-call.ts'
import { resetPassword } from './rpc/reset-password.ts'
import { retireAsset } from './rpc/retire-asset.ts'
import { revokeClient } from './rpc/revoke-client.ts'
import { revokeKey } from './rpc/revoke-key.ts'
import { revokeSigningKey } from './rpc/revoke-signing-key.ts'
import { rotateSigningKey } from './rpc/rotate-signing-key.ts'
import { signPackage } from './rpc/sign-package.ts'
import { signStatement } from './rpc/sign-statement.ts'
import { updateKey } from './rpc/update-key.ts'
import { updateOrganization } from './rpc/update-organization.ts'
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
    incidentRoutes(sink, ctx)
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
