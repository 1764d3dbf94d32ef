import type { MethodImpl } from '@connectrpc/connect'
import type { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { systemMessage } from '../domain/systems/system.ts'

/** SystemService.GetSystem */
export function getSystem(
  ctx: Pick<GateContext, 'systems'>,
): MethodImpl<typeof SystemService.method.getSystem> {
  return async (request, context) => {
    const system = await ctx.systems.get(callerOf(context).organizationId, request.id)
    if (system === undefined) throw notFound('AI system')
    return { system: systemMessage(system) }
  }
}
