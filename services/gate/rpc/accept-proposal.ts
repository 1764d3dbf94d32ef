import type { MethodImpl } from '@connectrpc/connect'
import type { ProposalService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'

/** ProposalService.AcceptProposal */
export function acceptProposal(
  ctx: Pick<GateContext, 'acceptance' | 'clock'>,
): MethodImpl<typeof ProposalService.method.acceptProposal> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { id, said: contentHash, reason, occurrences, aiSystemId: systemId, profile } = request
    return ctx.acceptance.accept(call, { id, contentHash }, { reason, occurrences, systemId, profile })
  }
}
