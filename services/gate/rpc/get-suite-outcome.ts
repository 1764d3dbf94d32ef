import type { MethodImpl } from '@connectrpc/connect'
import type { SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { requireSuite } from '../domain/approvals/approval-inputs.ts'
import { outcomeOf } from '../domain/decision/outcome.ts'
import { thresholdOutcome } from '../domain/systems/suite.ts'
import { OUTCOMES } from '../domain/words.ts'

/** SuiteService.GetSuiteOutcome (docs/gate-rules.md, "Outcome") */
export function getSuiteOutcome(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof SuiteService.method.getSuiteOutcome> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const locked = await ctx.decisions.readSnapshot({
      organizationId,
      systemId: request.aiSystemId,
    })
    if (locked === undefined) throw notFound('AI system')
    const { snapshot } = locked
    const suite = requireSuite(snapshot)
    return {
      suiteId: suite.id,
      suiteName: suite.name,
      suiteVersion: suite.version,
      outcome: OUTCOMES.value(outcomeOf(suite.thresholds)),
      thresholds: suite.thresholds.map(thresholdOutcome),
    }
  }
}
