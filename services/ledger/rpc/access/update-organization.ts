import type { MethodImpl } from '@connectrpc/connect'
import type { OrganizationService } from '../../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { checkAddons } from '../../domain/access/access.ts'
import { type OrganizationState, organizationMessage } from '../../domain/access/access-records.ts'
import { separationOf } from '../../domain/access/separation.ts'

/** OrganizationService.UpdateOrganization */
export function updateOrganization(
  ctx: Pick<LedgerContext, 'organizations' | 'clock'>,
): MethodImpl<typeof OrganizationService.method.updateOrganization> {
  return async (request, context) => {
    const { id } = request
    const change = (organization: OrganizationState) => {
      requireVersionIfNamed('organization', organization, request.expectedVersion)
      const { name, addons, separation } = organization
      const { separationOfDuties } = request
      const changed = {
        name: request.name ?? name,
        addons: request.addons?.values ?? addons,
        separation: separationOfDuties === undefined ? separation : separationOf(separationOfDuties),
      }
      checkAddons(changed.addons)
      return changed
    }
    const call = { caller: { ...callerOf(context), organizationId: id }, at: ctx.clock.now() }
    const organization = await ctx.organizations.update(call, id, change)
    if (organization === undefined) throw notFound('organization')
    return { organization: organizationMessage(organization) }
  }
}
