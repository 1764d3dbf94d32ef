import type { MethodImpl } from '@connectrpc/connect'
import type { SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { draftSuite, suiteMessage } from '../domain/systems/suite.ts'

/** SuiteService.CreateSuite */
export function createSuite(
  ctx: Pick<GateContext, 'suites' | 'clock'>,
): MethodImpl<typeof SuiteService.method.createSuite> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const record = await ctx.suites.append(
      { caller, at },
      {
        ...draftSuite(request),
        $typeName: 'attestry.gate.v1.Suite',
        id: mintId(at),
        aiSystemId: request.aiSystemId,
      },
      request.expectedVersion,
    )
    return { suite: suiteMessage(record, null) }
  }
}
