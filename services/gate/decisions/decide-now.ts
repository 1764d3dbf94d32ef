import type { GateDecision } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { logSizeDetails } from '../../kernel/audit/log-size.ts'
import { commitRecord } from '../../kernel/database/record-store.ts'
import { DomainError, notFound, Reason } from '../../kernel/errors/errors.ts'
import type { Caller } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { decisionRecord, type LockedSnapshot } from '../domain/decision/decision-record.ts'

/**
 * Decides on a system as it is now, and stores the decision.
 *
 * @param name by which the system was looked up: it MUST still have that name
 * @throws DomainError NOT_FOUND
 */
export async function decideNow(
  ctx: Pick<GateContext, 'decisions' | 'clock'>,
  caller: Caller,
  systemId: string,
  name?: string,
): Promise<GateDecision> {
  const { organizationId } = caller
  const { locked, at } = await readSnapshot(ctx, { organizationId, systemId })
  if (name !== undefined && locked.snapshot.ai_system.name !== name) throw notFound('AI system')
  const { decision, text } = decisionRecord(mintId(at), locked, at)
  const details = logSizeDetails(locked.logSize)
  const row = { id: decision.id, version: 1, text }
  await commitRecord(ctx.decisions, { caller, at, details }, row)
  return decision
}

/**
 * Reads the snapshot for a decision, and the time of the decision. Reads again if the process was suspended in between: verifiers
 * refuse a log in which a decision lacks an input that an earlier decision has.
 */
async function readSnapshot(
  { decisions, clock }: Pick<GateContext, 'decisions' | 'clock'>,
  key: { organizationId: string; systemId: string },
): Promise<{ locked: LockedSnapshot & { logSize: number }; at: Date }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const begun = clock.now()
    const locked = await decisions.readSnapshot(key)
    if (locked === undefined) throw notFound('AI system')
    const at = clock.now()
    if (at.getTime() - begun.getTime() <= MAX_READ_MS) return { locked, at }
  }
  throw new DomainError(Reason.UNAVAILABLE, 'the inputs of the decision were read too slowly')
}

/** Half of what verifiers tolerate. The other half is for differences between the clocks of processes. */
const MAX_READ_MS = 5_000
const ATTEMPTS = 3
