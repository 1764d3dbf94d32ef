import type { MethodImpl } from '@connectrpc/connect'
import type { EvaluationService } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { answerDetails, idempotencyRecordOf } from '../../kernel/idempotency/idempotency.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintIds } from '../../kernel/values/ids.ts'
import type { IngestionContext } from '../context.ts'
import { draftEvaluations, driftOf, evaluationOf, evaluationRecords } from '../domain/evaluation.ts'
import { warningsOf } from '../domain/evaluation-warning.ts'
import { tieAll } from '../domain/tie.ts'
import { writeOf } from '../domain/write.ts'
import { persist } from '../store/persist.ts'

/** EvaluationService.SubmitEvaluations (docs/api.md 2.4, 4.1.3) */
export function submitEvaluations(
  ctx: Pick<IngestionContext, 'evaluations' | 'clock'>,
): MethodImpl<typeof EvaluationService.method.submitEvaluations> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const drafts = await draftEvaluations(request.evaluations)
    return await persist(async () => {
      const ties = tieAll(drafts, await ctx.evaluations.lookup(organizationId, drafts))
      const at = ctx.clock.now()
      const ids = mintIds(at, drafts.length)
      const evaluations = drafts.map((draft, i) => evaluationOf(ids[i]!, draft, ties[i]!, at))
      const texts = drafts.map(({ payload }, i) =>
        evaluationRecords.write(organizationId, evaluations[i]!, { payload: payload.text }),
      )
      const drifts = drafts.flatMap((draft, i) => driftOf(ids[i]!, draft, ties[i]!) ?? [])
      const answer = { evaluations, warnings: warningsOf(drafts, ties) }
      const idempotency = idempotencyRecordOf(context, answer)
      const details = { ...IN_ORDER, ...(idempotency && (await answerDetails(idempotency))) }
      const write = writeOf({ caller, at, details }, { type: 'evaluations', texts }, drifts)
      const rows = drafts.map(({ systemId, systemName, evalSuite, payload, ...draft }, i) => ({
        ...draft,
        id: ids[i]!,
        text: texts[i]!,
        naming: { systemId, systemName, evalSuite, evalType: draft.evalType },
        tie: ties[i]!,
        payloadHash: payload.hash,
      }))
      await ctx.evaluations.append({ ...write, rows, idempotency })
      return answer
    })
  }
}

/**
 * States that the log has the results in the order in which they count (store/evaluations.ts). The verifier then takes the last
 * result of a measure as the newest.
 */
const IN_ORDER = { in_order: true }
