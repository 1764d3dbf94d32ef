import type { MethodImpl } from '@connectrpc/connect'
import type {
  AgentRunService,
  StoredEvent,
  SubmitRunEventsResponse,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { answerDetails, idempotencyRecordOf } from '../../kernel/idempotency/idempotency.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintIds } from '../../kernel/values/ids.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { IngestionContext } from '../context.ts'
import { duplicateError, repeatedWithin } from '../domain/duplicates.ts'
import { draftEvents, eventRecords, findingsOfEvents } from '../domain/event.ts'
import { writeOf } from '../domain/write.ts'
import { persist } from '../store/persist.ts'

/** AgentRunService.SubmitRunEvents (docs/api.md 2.8, 4.1.5) */
export function submitRunEvents(
  ctx: Pick<IngestionContext, 'events' | 'clock'>,
): MethodImpl<typeof AgentRunService.method.submitRunEvents> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const { runId } = request
    const drafts = await draftEvents(request.events)
    const seqs = drafts.map(({ seq }) => seq)
    const key = { organizationId, runId }
    const refuse = async () => duplicateError('events', 'seq', seqs, await ctx.events.existing(key, seqs))
    const repeated = repeatedWithin(seqs).size > 0
    const tools = drafts.some(({ toolName }) => toolName !== undefined)
    return await persist(async (reading) => {
      const agent = await ctx.events.run(key, reading)
      if (agent === undefined) throw notFound('agent run')
      if (repeated) throw await refuse()
      const { agentIdentity, profile } = agent
      const at = ctx.clock.now()
      const ids = mintIds(at, drafts.length)
      const texts = eventRecords(organizationId, runId, drafts, ids, at)
      const events = drafts.map<StoredEvent>(({ payload }, i) => ({
        $typeName: 'attestry.ingestion.v1.StoredEvent',
        id: ids[i]!,
        payloadHash: payload.hash,
      }))
      const answer: SubmitRunEventsResponse = {
        $typeName: 'attestry.ingestion.v1.SubmitRunEventsResponse',
        events,
        createdAt: timestamp(at),
      }
      const idempotency = idempotencyRecordOf(context, answer)
      const details = idempotency && (await answerDetails(idempotency))
      const found = findingsOfEvents(agentIdentity, profile, drafts, ids)
      const write = writeOf({ caller, at, details }, { type: 'agent-events', texts }, found)
      const expectations = tools ? [{ organizationId, agentIdentity, profile }] : []
      const rows = { ids, seqs, texts }
      if (!(await ctx.events.append({ ...write, runId, agentIdentity, ...rows, expectations, idempotency })))
        throw await refuse()
      return answer
    })
  }
}
