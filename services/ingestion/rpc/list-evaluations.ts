import type { MethodImpl } from '@connectrpc/connect'
import type { EvaluationService } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { IngestionContext } from '../context.ts'
import { evaluationRecords } from '../domain/evaluation.ts'

/** EvaluationService.ListEvaluations (docs/api.md 4, 4.1.1) */
export function listEvaluations(
  ctx: Pick<IngestionContext, 'evaluations'>,
): MethodImpl<typeof EvaluationService.method.listEvaluations> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { aiSystemId, evalType } = request
    const checks = new Checks()
    if (aiSystemId !== '') checks.uuid('ai_system_id', aiSystemId)
    if (evalType !== '') checks.kind('eval_type', evalType)
    checks.done()
    const filter = { systemId: aiSystemId || undefined, evalType: evalType || undefined }
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.evaluations.page(organizationId, filter, limit, before)).map(evaluationRecords.read)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { evaluations: rows, nextCursor }
  }
}
