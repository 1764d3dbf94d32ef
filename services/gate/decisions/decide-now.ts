import type { GateDecision } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { commitRecord } from '../../kernel/database/record-store.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { decisionRecord } from '../domain/decision-record.ts'

/** Decides on a system as it is now, and stores the decision. @throws DomainError NOT_FOUND */
export async function decideNow(
  ctx: Pick<GateContext, 'decisions' | 'clock'>,
  caller: Caller,
  systemId: string,
): Promise<GateDecision> {
  const { organizationId } = caller
  const locked = await ctx.decisions.readSnapshot({ organizationId, systemId })
  if (locked === undefined) throw notFound('AI system')
  const at = ctx.clock.now()
  const { decision, text } = decisionRecord(mintId(at), locked, at)
  const row = { id: decision.id, version: 1, text }
  await commitRecord(ctx.decisions, { caller, at }, 'gate-decisions', row)
  return decision
}
