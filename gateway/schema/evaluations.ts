import { z } from 'zod'
import { KIND_PATTERN, LIMITS } from '../../services/kernel/values/limits.ts'
import { batch } from './batch.ts'
import { id, identifier, kind, out, page, payload, timestamp, title } from './fields.ts'

const KNOWN_TYPES = [
  'prompt_injection',
  'jailbreak',
  'data_leakage',
  'toxicity',
  'bias',
  'hallucination',
  'accuracy',
  'robustness',
  'drift',
  'tool_use',
  'safety',
  'custom',
]
const KNOWN_SOURCES = [
  'promptfoo',
  'garak',
  'pyrit',
  'deepeval',
  'inspect_ai',
  'giskard',
  'ragas',
  'lm_eval',
  'langfuse',
  'phoenix',
  'mlflow',
  'otel',
  'manual',
  'custom',
]

/** docs/api.md 2.4, request. */
const evaluationBody = z
  .object({
    ai_system_id: id()
      .optional()
      .meta({ format: 'uuid', description: 'Required unless ai_system_name is given.' }),
    ai_system_name: title().optional().meta({ description: 'An alternative to ai_system_id.' }),
    source: title().meta({ description: 'Where the result comes from.' }),
    source_kind: kind(KIND_PATTERN.source, KNOWN_SOURCES).optional().meta({ default: 'custom' }),
    eval_type: kind(KIND_PATTERN.source, KNOWN_TYPES),
    metric_name: identifier(),
    metric_value: z.number(),
    threshold: z.number().optional(),
    passed: z.boolean().meta({ description: 'What the caller claims; the gate compares for itself.' }),
    evaluated_at: timestamp(),
    payload: payload().optional(),
    eval_suite: title()
      .optional()
      .meta({ description: "A suite's name (its current version) or the id of one of its versions." }),
  })
  .check(({ value, issues }) => {
    if (value.ai_system_id !== undefined || value.ai_system_name !== undefined) return
    issues.push({
      code: 'custom',
      message: 'is required, or ai_system_name',
      path: ['ai_system_id'],
      input: value,
    })
  })
  .meta({ id: 'EvaluationRequest' })

export type EvaluationBody = z.output<typeof evaluationBody>

/** docs/api.md 4.1.3. */
export const evaluationsBody = batch('evaluations', evaluationBody, LIMITS.evaluationBatch)

/** docs/api.md 4: filters of the list of results. */
export const evaluationQuery = z.object({
  ai_system_id: id().optional(),
  eval_type: kind(KIND_PATTERN.source, KNOWN_TYPES).optional(),
  ...page,
})

/** docs/api.md 2.4, response. */
export const evaluation = z
  .object({
    id: out.id(),
    ai_system_id: out.id(),
    ai_system_name: z.string(),
    source: z.string(),
    source_kind: z.string(),
    eval_type: z.string(),
    metric_name: z.string(),
    metric_value: z.number(),
    threshold: z.number().nullable(),
    passed: z.boolean(),
    evaluated_at: out.time(),
    payload_hash: out.hash().meta({ description: 'SHA-256 of the RFC 8785 canonical JSON of the payload.' }),
    eval_suite: z.string().nullable().meta({ description: 'As it was given.' }),
    eval_suite_id: out.id().nullable(),
    eval_suite_version: z.int().nullable(),
    created_at: out.time(),
  })
  .meta({ id: 'Evaluation' })
