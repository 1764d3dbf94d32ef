import { AdmissionService } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { DirectoryService } from '../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { acceptInvitation } from './rpc/accept-invitation.ts'
import { admit } from './rpc/admit.ts'
import { authenticateClient } from './rpc/authenticate-client.ts'
import { authenticateSession } from './rpc/authenticate-session.ts'
import { changePassword } from './rpc/change-password.ts'
import { createClient } from './rpc/create-client.ts'
import { createKey } from './rpc/create-key.ts'
import { createOrganization } from './rpc/create-organization.ts'
import { createSession } from './rpc/create-session.ts'
import { createUser } from './rpc/create-user.ts'
import { disableUser } from './rpc/disable-user.ts'
import { drawQuota } from './rpc/draw-quota.ts'
import { endSession } from './rpc/end-session.ts'
import { getSession } from './rpc/get-session.ts'
import { inviteUser } from './rpc/invite-user.ts'
import { listClients } from './rpc/list-clients.ts'
import { listKeys } from './rpc/list-keys.ts'
import { listOrganizations } from './rpc/list-organizations.ts'
import { listUsers } from './rpc/list-users.ts'
import { resetPassword } from './rpc/reset-password.ts'
import { revokeClient } from './rpc/revoke-client.ts'
import { revokeKey } from './rpc/revoke-key.ts'
import { updateKey } from './rpc/update-key.ts'
import { updateOrganization } from './rpc/update-organization.ts'
import { updateUser } from './rpc/update-user.ts'

/** Registers the Connect services for callers: organizations, people, keys, sessions, admission. */
export function accessRoutes(sink: RouteSink, ctx: LedgerContext): void {
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
}
