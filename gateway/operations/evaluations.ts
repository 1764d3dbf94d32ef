import { z } from 'zod'
import {
  type EvaluationReport,
  EvaluationReportSchema,
  EvaluationSchema,
  EvaluationService,
  EvaluationWarningSchema,
  ListEvaluationsRequestSchema,
} from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { answer } from '../schema/answer.ts'
import { batch } from '../schema/batch.ts'
import { cursorJson, out } from '../schema/fields.ts'
import { requestBody, requestQuery } from '../schema/request.ts'
import { operation } from './operation.ts'
import { submitBatch } from './submit-batch.ts'

const { submitEvaluations, listEvaluations } = EvaluationService.method
const evaluation = answer(EvaluationSchema)
const warning = answer(EvaluationWarningSchema)
const evaluationsBody = batch(
  'evaluations',
  requestBody(EvaluationReportSchema, systemIsNamed, {
    anyOf: ['ai_system_id', 'ai_system_name'].map((name) => ({
      properties: { [name]: {} },
      required: [name],
    })),
  }),
  LIMITS.evaluationBatch,
)
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
    response: out.created(evaluation.schema).extend({
      warnings: z.array(warning.schema).optional().meta({
        description: 'The results that no threshold of their suite asks for. They are stored all the same.',
      }),
    }),
    errors: { 404: "An AI system or suite is not in the key's organization; details name the items." },
    handle: async ({ body }, { clients, options }) => {
      const { evaluations, warnings } = await submitBatch('evaluations', body, () =>
        clients.evaluations.submitEvaluations({ evaluations: body.items }, options),
      )
      const stored = { created: evaluations.length, data: evaluations.map(evaluation.json) }
      return warnings.length === 0 ? stored : { ...stored, warnings: warnings.map(warning.json) }
    },
  }),
  operation({
    rpc: listEvaluations,
    method: 'GET',
    path: '/ai-evaluations',
    permission: 'evaluations:read',
    summary: 'List evaluation results, newest first',
    tag,
    query: requestQuery(ListEvaluationsRequestSchema),
    response: out.list(evaluation.schema),
    handle: async ({ query }, { clients, options }) => {
      const { evaluations, nextCursor } = await clients.evaluations.listEvaluations(query, options)
      return { data: evaluations.map(evaluation.json), next_cursor: cursorJson(nextCursor) }
    },
  }),
]

function systemIsNamed({ aiSystemId, aiSystemName }: EvaluationReport) {
  if (aiSystemId !== undefined || aiSystemName !== undefined) return undefined
  return { field: 'ai_system_id', problem: 'is required, or ai_system_name' }
}
