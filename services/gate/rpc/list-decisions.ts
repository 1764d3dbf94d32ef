import type { MethodImpl } from '@connectrpc/connect'
import type { GateService, ListDecisionsRequest } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { Conditions } from '../../kernel/database/filtered-page.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { Checks, optionalUuid } from '../../kernel/values/checks.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { GateContext } from '../context.ts'
import { decisionMessage } from '../domain/decision-record.ts'
import { BLOCK_REASONS, VERDICTS } from '../domain/words.ts'

/** GateService.ListDecisions */
export function listDecisions(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.listDecisions> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = optionalUuid('ai_system_id', request.aiSystemId)
    const conditions = conditionsOf(request)
    if (!conditions.isEmpty) {
      if (systemId !== undefined) conditions.indexed('t.system_id = $::uuid', systemId)
      const found = await ctx.decisions.filtered(organizationId, conditions, pageOf(request.page))
      const decisions = found.rows.map(({ record }) => decisionMessage(JSON.parse(record)))
      return { decisions, nextCursor: found.nextCursor }
    }
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.decisions.page(organizationId, systemId, limit, before)).map((text) =>
        decisionMessage(JSON.parse(text)),
      )
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { decisions: rows, nextCursor }
  }
}

/** What is asked of decisions beside their system. @throws DomainError VALIDATION */
function conditionsOf({ decision, reason, decidedSince, decidedUntil }: ListDecisionsRequest): Conditions {
  const conditions = new Conditions().times('decided', { since: decidedSince, until: decidedUntil })
  new Checks()
    .that(decision === 0 || VERDICTS.knows(decision), 'decision', VERDICTS.expected)
    .that(reason === 0 || BLOCK_REASONS.knows(reason), 'reason', BLOCK_REASONS.expected)
    .done()
  if (decision !== 0) conditions.shown("w.json ->> 'decision' = $", VERDICTS.word(decision))
  if (reason !== 0)
    conditions.shown(
      "exists (select from json_array_elements_text(w.json -> 'reasons') as r (code) where r.code = $)",
      BLOCK_REASONS.word(reason),
    )
  return conditions
}
