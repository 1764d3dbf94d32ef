import type { MethodImpl } from '@connectrpc/connect'
import type { AgentRunService } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { answerDetails, idempotencyRecordOf } from '../../kernel/idempotency/idempotency.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { IngestionContext } from '../context.ts'
import { duplicateError, repeatedWithin } from '../domain/duplicates.ts'
import { draftRuns } from '../domain/run.ts'
import { storedRuns, writeOfRuns } from '../domain/run-write.ts'
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
    return await persist(async (reading) => {
      const identities = drafts.map(({ agentIdentity }) => agentIdentity)
      const profiles = await ctx.runs.profiles(organizationId, identities, reading)
      const at = ctx.clock.now()
      const runs = storedRuns(drafts, profiles, at)
      const idempotency = idempotencyRecordOf(context, { runs })
      const details = idempotency && (await answerDetails(idempotency))
      const write = writeOfRuns({ caller, at, details }, { drafts, runs, profiles })
      if (!(await ctx.runs.append({ ...write, idempotency }))) throw await refuse()
      return { runs }
    })
  }
}
