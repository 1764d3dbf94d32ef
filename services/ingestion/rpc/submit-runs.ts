import type { MethodImpl } from '@connectrpc/connect'
import type { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { answerDetails, idempotencyRecordOf } from '../../kernel/idempotency.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintIds } from '../../kernel/values/ids.ts'
import type { IngestionContext } from '../context.ts'
import { duplicateError, repeatedWithin } from '../domain/duplicates.ts'
import { draftRuns, findingOfRun, runRecords, storedRun } from '../domain/run.ts'
import { writeOf } from '../domain/write.ts'
import { persist } from '../store/persist.ts'

/** AgentRunService.SubmitRuns (docs/api.md 2.7, 4.1.4) */
export function submitRuns(
  ctx: Pick<IngestionContext, 'runs' | 'clock'>,
): MethodImpl<typeof AgentRunService.method.submitRuns> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const drafts = draftRuns(request.runs)
    const refs = drafts.map(({ runRef }) => runRef)
    const refuse = async () =>
      duplicateError('runs', 'run_ref', refs, await ctx.runs.existing(organizationId, refs))
    if (repeatedWithin(refs).size > 0) throw await refuse()
    return await persist(async (again) => {
      const identities = drafts.map(({ agentIdentity }) => agentIdentity)
      const profiles = await ctx.runs.profiles(organizationId, identities, again)
      const at = ctx.clock.now()
      const ids = mintIds(at, drafts.length)
      const runs = drafts.map((draft, i) =>
        storedRun(ids[i]!, draft, profiles.get(draft.agentIdentity)?.id, at),
      )
      const texts = runs.map((run) => runRecords.write(organizationId, run))
      const found = drafts.flatMap(
        (draft, i) => findingOfRun(ids[i]!, draft, profiles.get(draft.agentIdentity)) ?? [],
      )
      const answer = { runs }
      const idempotency = idempotencyRecordOf(context, answer)
      const details = idempotency && (await answerDetails(idempotency))
      const write = writeOf(caller, at, 'agent-runs', texts, found, { details })
      const rows = drafts.map(({ runRef, agentIdentity }, i) => ({
        id: ids[i]!,
        text: texts[i]!,
        runRef,
        agentIdentity,
      }))
      const expectations = identities.map((agentIdentity) => ({
        organizationId,
        agentIdentity,
        profile: profiles.get(agentIdentity),
      }))
      if (!(await ctx.runs.append({ ...write, rows, expectations, idempotency }))) throw await refuse()
      return answer
    })
  }
}
