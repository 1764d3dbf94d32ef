import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../../services/kernel/identity/caller.ts'
import { controlClient, login } from '../../harness/control.ts'
import type { TestOrganization } from '../../harness/organization.ts'

export const ROLES = {
  admin: Role.ADMIN,
  approver: Role.APPROVER,
  auditor: Role.AUDITOR,
  member: Role.MEMBER,
}
export type RoleName = keyof typeof ROLES

/** Creates a person with a role, and signs the person in. */
export async function personOf(
  baseUrl: string,
  organization: TestOrganization,
  name: RoleName,
  domain: string,
): Promise<string> {
  const users = controlClient(baseUrl, UserService, organization.admin.session)
  const email = `${name}@${domain}`
  const { password } = await users.createUser({ email, role: ROLES[name], attestationRoles: ['ciso'] })
  const first = await login(baseUrl, { email, password })
  const chosen = `${name}-plum-lantern-granite-74`
  await controlClient(baseUrl, UserService, first.session).changePassword({
    currentPassword: password,
    newPassword: chosen,
  })
  return (await login(baseUrl, { email, password: chosen })).session
}
