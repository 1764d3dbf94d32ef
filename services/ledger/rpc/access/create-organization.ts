import type { MethodImpl } from '@connectrpc/connect'
import type { OrganizationService } from '../../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { mintPassword, mintSecret } from '../../../kernel/crypto/secrets.ts'
import { callerOf, ROLES, Role } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { checkAddons, defaultAdminEmail } from '../../domain/access/access.ts'
import { organizationMessage } from '../../domain/access/access-records.ts'
import { hashPassword } from '../../domain/access/password.ts'
import { separationOf } from '../../domain/access/separation.ts'
import { sharedSaltHash } from '../../domain/access/shared-salt-hash.ts'

/** OrganizationService.CreateOrganization */
export function createOrganization(
  ctx: Pick<LedgerContext, 'organizations' | 'users' | 'clock'>,
): MethodImpl<typeof OrganizationService.method.createOrganization> {
  return async (request, context) => {
    const at = ctx.clock.now()
    const organization = {
      id: mintId(at),
      name: request.name,
      addons: request.addons,
      separation: separationOf(request.separationOfDuties),
      version: 1,
      createdAt: at,
    }
    checkAddons(organization.addons)
    const email = request.adminEmail === '' ? defaultAdminEmail(organization) : request.adminEmail
    const role = ROLES.word(Role.ADMIN)
    const attestationRoles = request.adminAttestationRoles
    const admin = {
      orgId: organization.id,
      id: mintId(at),
      email,
      role,
      attestationRoles,
      status: 'active',
      mustChangePassword: false,
      version: 1,
      createdAt: at,
    }
    const password = mintPassword()
    const token = mintSecret('ats')
    const session = {
      tokenHash: token.hash,
      id: mintId(at),
      orgId: organization.id,
      userId: admin.id,
    }
    // This entry is the first one in the organization's own log.
    const caller = { ...callerOf(context), organizationId: organization.id }
    const hash = await hashPassword(password, organization.id, await sharedSaltHash(ctx.users, email))
    await ctx.organizations.create({ caller, at }, { organization, admin, password: hash, session })
    return {
      organization: organizationMessage(organization),
      adminId: admin.id,
      adminEmail: email,
      adminPassword: password,
      adminSession: token.secret,
    }
  }
}
