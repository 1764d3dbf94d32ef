import type { MethodImpl } from '@connectrpc/connect'
import type { GateService, ListDecisionsRequest } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { readList } from '../../kernel/database/filtered/read.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { decisionMessage } from '../domain/decision-record.ts'
import { BLOCK_REASONS, VERDICTS } from '../domain/words.ts'

/** GateService.ListDecisions */
export function listDecisions(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof GateService.method.listDecisions> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = request.aiSystemId.toLowerCase() || undefined
    const conditions = conditionsOf(request)
    const itemOf = (record: string) => decisionMessage(JSON.parse(record))
    const whole = async (limit: number, before: string | undefined) =>
      (await ctx.decisions.page(organizationId, systemId, limit, before)).map(itemOf)
    const list = {
      filtered: ctx.decisions.filtered,
      itemOf: ({ record }: { record: string }) => itemOf(record),
      whole: conditions.isEmpty ? whole : undefined,
    }
    if (systemId !== undefined) conditions.indexed('t.system_id = $::uuid', systemId)
    const { rows, ...read } = await readList(organizationId, request, conditions, list)
    return { decisions: rows, ...read }
  }
}

/** What is asked of decisions beside their system. @throws DomainError VALIDATION */
function conditionsOf({
  decision,
  reason,
  decidedSince,
  decidedUntil,
  search,
}: ListDecisionsRequest): Conditions {
  const conditions = new Conditions()
    .times({ since: decidedSince, until: decidedUntil })
    .search(search, TEXTS)
  if (decision !== 0) conditions.shown("w.json ->> 'decision' = $", VERDICTS.word(decision))
  if (reason !== 0) conditions.shown("w.json -> 'reasons' @> to_jsonb($::text)", BLOCK_REASONS.word(reason))
  return conditions
}

const TEXTS = [
  ...['id', 'ai_system_id', 'certification_id', 'eval_suite_id', 'decision', 'missing_attestation_roles'],
  ...['reasons', 'reason_details'],
].map((name) => `w.json ->> '${name}'`)
