import type { MethodImpl } from '@connectrpc/connect'
import type { ProposalService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { ProposalStatus } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { type Finding, proposalMessage } from '../domain/triggers/finding.ts'
import type { FindingFilter } from '../store/findings.ts'

/** ProposalService.ListProposals */
export function listProposals(
  ctx: Pick<GateContext, 'findings'>,
): MethodImpl<typeof ProposalService.method.listProposals> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = { kinds: PROPOSALS, systemId: undefined, ...conditionsOf(request.status) }
    const read = (limit: number, before: string | undefined) =>
      ctx.findings.page(organizationId, filter, limit, before)
    const place = context.values.get(listPlaceKey)
    const { rows, nextCursor } = await readPageInParts(pageOf(request.page), read, proposalMessage, place)
    return { proposals: rows, nextCursor }
  }
}

const PROPOSALS: Finding['kind'][] = ['tool', 'gap']

function conditionsOf(status: ProposalStatus): Pick<FindingFilter, 'open' | 'action'> {
  switch (status) {
    case ProposalStatus.OPEN:
      return { open: true, action: undefined }
    case ProposalStatus.ACCEPTED:
      return { open: false, action: 'accept' }
    case ProposalStatus.DISMISSED:
      return { open: false, action: 'dismiss' }
    case ProposalStatus.RESOLVED:
      return { open: false, action: 'resolve' }
    default:
      return { open: undefined, action: undefined }
  }
}
