import { z } from 'zod'
import { WORDS } from '../mapping/words.ts'
import { id, out, page } from './fields.ts'

/** docs/api.md 4: filters of the suite list. */
export const suiteQuery = z.object({
  ai_system_id: id().optional(),
  status: z.enum(WORDS.suiteStatus.words).optional().meta({ description: 'Absent: every version.' }),
  ...page,
})

/** docs/api.md 2.5. */
export const suite = z
  .object({
    id: out.id(),
    ai_system_id: out.id(),
    name: z.string(),
    version: z.int(),
    status: z.enum(WORDS.suiteStatus.words).meta({ description: '`active` is the current version.' }),
    thresholds: z.array(
      z.object({
        metric_name: z.string(),
        eval_type: z.string(),
        operator: z.enum(WORDS.operator.words),
        value: z.number(),
      }),
    ),
    superseded_by: out.id().nullable().meta({ description: 'The id of the next version.' }),
    created_at: out.time(),
  })
  .meta({ id: 'EvalSuite' })

/** docs/api.md 2.6. */
export const gateDecision = z
  .object({
    decision: z.enum(WORDS.verdict.words),
    reasons: z.array(z.enum(WORDS.blockReason.words)),
    reason_details: z.array(z.object({ code: z.enum(WORDS.blockReason.words), message: z.string() })),
    certification_id: out.id().nullable(),
    decision_id: out.id(),
    ai_system_id: out.id(),
    eval_suite_id: out.id().nullable(),
    eval_suite_version: z.int().nullable(),
    payload_hash: out.hash().meta({ description: 'SHA-256 of the locked input snapshot.' }),
    decided_at: out.time(),
    missing_attestation_roles: z.array(z.string()),
  })
  .meta({ id: 'GateDecision' })
