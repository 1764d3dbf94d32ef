import { EvaluationService } from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { submitBatch } from '../mapping/batch.ts'
import { evaluationJson, evaluationReport } from '../mapping/evaluations.ts'
import { cursorJson } from '../mapping/values.ts'
import { evaluation, evaluationQuery, evaluationsBody } from '../schema/evaluations.ts'
import { out, pageRequest } from '../schema/fields.ts'
import { operation } from './operation.ts'

const { submitEvaluations, listEvaluations } = EvaluationService.method
const tag = 'AI evaluations'

/** docs/api.md 2.4, 4, 4.1.3. */
export const evaluationOperations = [
  operation({
    rpc: submitEvaluations,
    method: 'POST',
    path: '/ai-evaluations',
    permission: 'evaluations:write',
    summary: 'Submit evaluation results, all or none',
    tag,
    body: evaluationsBody,
    bodyLimit: LIMITS.batchBodyBytes,
    response: out.created(evaluation),
    errors: { 404: "An AI system or suite is not in the key's organization; details name the items." },
    handle: async ({ body }, { clients, options }) => {
      const { evaluations } = await submitBatch('evaluations', body, () =>
        clients.evaluations.submitEvaluations({ evaluations: body.items.map(evaluationReport) }, options),
      )
      return { created: evaluations.length, data: evaluations.map(evaluationJson) }
    },
  }),
  operation({
    rpc: listEvaluations,
    method: 'GET',
    path: '/ai-evaluations',
    permission: 'evaluations:read',
    summary: 'List evaluation results, newest first',
    tag,
    query: evaluationQuery,
    response: out.list(evaluation),
    handle: async ({ query }, { clients, options }) => {
      const { evaluations, nextCursor } = await clients.evaluations.listEvaluations(
        {
          aiSystemId: query.ai_system_id ?? '',
          evalType: query.eval_type ?? '',
          page: pageRequest(query),
        },
        options,
      )
      return { data: evaluations.map(evaluationJson), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
