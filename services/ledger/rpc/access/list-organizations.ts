import type { MethodImpl } from '@connectrpc/connect'
import type { OrganizationService } from '../../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { organizationMessage } from '../../domain/access/access-records.ts'

/** OrganizationService.ListOrganizations */
export function listOrganizations(
  ctx: Pick<LedgerContext, 'organizations'>,
): MethodImpl<typeof OrganizationService.method.listOrganizations> {
  return async (request) => {
    const { rows, nextCursor } = await readPage(pageOf(request.page), ctx.organizations.page, ({ id }) => id)
    return { organizations: rows.map(organizationMessage), nextCursor }
  }
}
