import type { MethodImpl } from '@connectrpc/connect'
import type { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { type SystemState, sortedSet, systemMessage } from '../domain/systems/system.ts'

/** SystemService.CreateSystem */
export function createSystem(
  ctx: Pick<GateContext, 'systems' | 'clock'>,
): MethodImpl<typeof SystemService.method.createSystem> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const system: SystemState = {
      orgId: caller.organizationId,
      id: mintId(at),
      name: request.name,
      attestationRoles: sortedSet(request.attestationRoles),
      gateSuite: null,
      version: 1,
      createdAt: at,
    }
    await ctx.systems.create({ caller, at }, system)
    return { system: systemMessage(system) }
  }
}
