import type { MethodImpl } from '@connectrpc/connect'
import type {
  EvaluationService,
  ListEvaluationsRequest,
} from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { readList } from '../../kernel/database/filtered/read.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { IngestionContext } from '../context.ts'
import { evaluationRecords } from '../domain/evaluation.ts'

/** EvaluationService.ListEvaluations (docs/api.md 4, 4.1.1) */
export function listEvaluations(
  ctx: Pick<IngestionContext, 'evaluations'>,
): MethodImpl<typeof EvaluationService.method.listEvaluations> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { aiSystemId, evalType } = request
    const conditions = conditionsOf(request)
    const filter = { systemId: aiSystemId || undefined, evalType: evalType || undefined }
    const whole = async (limit: number, before: string | undefined) =>
      (await ctx.evaluations.page(organizationId, filter, limit, before)).map(evaluationRecords.read)
    const list = {
      filtered: ctx.evaluations.filtered,
      itemOf: ({ record }: { record: string }) => evaluationRecords.read(record),
      whole: conditions.isEmpty ? whole : undefined,
    }
    if (aiSystemId !== '') conditions.indexed('t.system_id = $::uuid', aiSystemId)
    if (evalType !== '') conditions.indexed('t.eval_type = $', evalType)
    const { rows, ...read } = await readList(organizationId, request, conditions, list)
    return { evaluations: rows, ...read }
  }
}

/** What is asked of results beside their system and type. @throws DomainError VALIDATION */
function conditionsOf({
  passed,
  metricName,
  createdSince,
  createdUntil,
  search,
}: ListEvaluationsRequest): Conditions {
  const conditions = new Conditions()
    .times({ since: createdSince, until: createdUntil })
    .search(search, TEXTS)
  if (passed !== undefined) conditions.shown("w.json ->> 'passed' = $", String(passed))
  if (metricName !== '') conditions.shown("w.json ->> 'metric_name' = $", metricName)
  return conditions
}

const TEXTS = [
  ...['id', 'ai_system_id', 'ai_system_name', 'metric_name', 'eval_type', 'source', 'source_kind'],
  ...['eval_suite', 'eval_suite_id'],
].map((name) => `w.json ->> '${name}'`)
