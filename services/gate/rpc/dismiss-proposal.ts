import type { MethodImpl } from '@connectrpc/connect'
import type { ProposalService } from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { resolve } from '../domain/triggers/resolution.ts'

/** ProposalService.DismissProposal */
export function dismissProposal(
  ctx: Pick<GateContext, 'findings' | 'clock'>,
): MethodImpl<typeof ProposalService.method.dismissProposal> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const reviewed = { id: request.id, contentHash: request.said }
    const resolved = await ctx.findings.resolve(call, reviewed, ['tool', 'gap'], async (_, finding) => {
      const resolved = resolve(call, finding, 'dismiss', request)
      return { resolved, furtherRecords: [], result: resolved }
    })
    return { resolution: resolved.resolution }
  }
}
