import type { MethodImpl } from '@connectrpc/connect'
import type { SessionService } from '../../../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'

/** SessionService.GetSession */
export function getSession(
  ctx: Pick<LedgerContext, 'organizations'>,
): MethodImpl<typeof SessionService.method.getSession> {
  return async (_, context) => {
    const { organizationId, actor, addons } = callerOf(context)
    const organization = await ctx.organizations.get(organizationId)
    if (organization === undefined || actor === undefined) throw notFound('organization')
    return { organizationId, organizationName: organization.name, addons, user: actor }
  }
}
