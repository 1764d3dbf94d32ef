import type { MethodImpl } from '@connectrpc/connect'
import type {
  EvaluationService,
  ListEvaluationsRequest,
} from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { Conditions } from '../../kernel/database/filtered-page.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
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
    const conditions = conditionsOf(request)
    if (!conditions.isEmpty) {
      if (aiSystemId !== '') conditions.indexed('t.system_id = $::uuid', aiSystemId)
      if (evalType !== '') conditions.indexed('t.eval_type = $', evalType)
      const { rows, nextCursor } = await ctx.evaluations.filtered(
        organizationId,
        conditions,
        pageOf(request.page),
      )
      return { evaluations: rows.map(({ record }) => evaluationRecords.read(record)), nextCursor }
    }
    const filter = { systemId: aiSystemId || undefined, evalType: evalType || undefined }
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.evaluations.page(organizationId, filter, limit, before)).map(evaluationRecords.read)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { evaluations: rows, nextCursor }
  }
}

/** What is asked of results beside their system and type. @throws DomainError VALIDATION */
function conditionsOf({
  passed,
  metricName,
  createdSince,
  createdUntil,
}: ListEvaluationsRequest): Conditions {
  const conditions = new Conditions().times('created', { since: createdSince, until: createdUntil })
  new Checks().text('metric_name', metricName, LIMITS.identifier).done()
  if (passed !== undefined) conditions.shown("w.json ->> 'passed' = $", String(passed))
  if (metricName !== '') conditions.shown("w.json ->> 'metric_name' = $", metricName)
  return conditions
}
