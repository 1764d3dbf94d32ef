import type { MethodImpl } from '@connectrpc/connect'
import type { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { optionalUuid } from '../../kernel/values/checks.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { GateContext } from '../context.ts'
import { decisionMessage } from '../domain/decision-record.ts'

/** GateService.ListDecisions */
export function listDecisions(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.listDecisions> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = optionalUuid('ai_system_id', request.aiSystemId)
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.decisions.page(organizationId, systemId, limit, before)).map((text) =>
        decisionMessage(JSON.parse(text)),
      )
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { decisions: rows, nextCursor }
  }
}
