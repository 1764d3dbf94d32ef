import type { MethodImpl } from '@connectrpc/connect'
import type { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { requireVersionIfNamed } from '../../kernel/errors/expected-version.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { type SystemState, sortedSet, systemMessage } from '../domain/systems/system.ts'

/** SystemService.UpdateSystem */
export function updateSystem(
  ctx: Pick<GateContext, 'systems' | 'clock'>,
): MethodImpl<typeof SystemService.method.updateSystem> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const change = (system: SystemState) => {
      requireVersionIfNamed('AI system', system, request.expectedVersion)
      return {
        name: request.name ?? system.name,
        attestationRoles: sortedSet(request.attestationRoles?.values ?? system.attestationRoles),
        gateSuite: request.gateSuite ?? system.gateSuite ?? null,
      }
    }
    return { system: systemMessage(await ctx.systems.update(call, request.id, change)) }
  }
}
