import type { MethodImpl } from '@connectrpc/connect'
import { type GateService, Verdict } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'

/** GateService.SummarizeDecisions */
export function summarizeDecisions(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.summarizeDecisions> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = request.aiSystemId
    const { days, counted } = await ctx.decisions.byDay({ organizationId, systemId }, MAX_READ)
    return {
      days: days.map(({ last, ...day }) => ({
        ...day,
        last: last === 'pass' ? Verdict.PASS : Verdict.BLOCK,
      })),
      more: counted === MAX_READ,
    }
  }
}

const MAX_READ = 2000
