import { AdmissionService } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { DirectoryService } from '../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { LedgerContext } from './context.ts'
import { acceptInvitation } from './rpc/access/accept-invitation.ts'
import { admit } from './rpc/access/admit.ts'
import { authenticateClient } from './rpc/access/authenticate-client.ts'
import { authenticateSession } from './rpc/access/authenticate-session.ts'
import { changePassword } from './rpc/access/change-password.ts'
import { createClient } from './rpc/access/create-client.ts'
import { createKey } from './rpc/access/create-key.ts'
import { createOrganization } from './rpc/access/create-organization.ts'
import { createSession } from './rpc/access/create-session.ts'
import { createUser } from './rpc/access/create-user.ts'
import { disableUser } from './rpc/access/disable-user.ts'
import { drawQuota } from './rpc/access/draw-quota.ts'
import { endSession } from './rpc/access/end-session.ts'
import { getSession } from './rpc/access/get-session.ts'
import { inviteUser } from './rpc/access/invite-user.ts'
import { listClients } from './rpc/access/list-clients.ts'
import { listKeys } from './rpc/access/list-keys.ts'
import { listOrganizations } from './rpc/access/list-organizations.ts'
import { listUsers } from './rpc/access/list-users.ts'
import { resetPassword } from './rpc/access/reset-password.ts'
import { revokeClient } from './rpc/access/revoke-client.ts'
import { revokeKey } from './rpc/access/revoke-key.ts'
import { updateKey } from './rpc/access/update-key.ts'
import { updateOrganization } from './rpc/access/update-organization.ts'
import { updateUser } from './rpc/access/update-user.ts'

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
