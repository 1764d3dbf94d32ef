import { SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { periodically } from '../../kernel/concurrency/periodically.ts'
import type { Actor } from '../../kernel/identity/caller.ts'
import { Via } from '../../kernel/identity/caller.ts'
import type { Log } from '../../kernel/logging/log.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { TraceKey } from '../domain/spans/trace.ts'
import { settle } from './settle.ts'
import type { SettleContext } from './settle-context.ts'
import { traceBackoff } from './trace-backoff.ts'

/**
 * Settles the traces whose root has not arrived, on behalf of their sender: thirty seconds after their last span, or three minutes
 * if no span names an agent. The span of an agent ends last, and a run never changes its agent. A trace that fails is retried
 * later and does not delay others. The job also deletes settled spans after seven days, when no exporter sends them again.
 */
export function settleIdleTraces(
  ctx: SettleContext & { log: Log },
  {
    everyMs = 10_000,
    idleSeconds = 30,
    unnamedSeconds = 180,
  }: { everyMs?: number; idleSeconds?: number; unnamedSeconds?: number } = {},
): { stop(): Promise<void> } {
  const traces = traceBackoff()
  const run = async (signal: AbortSignal): Promise<void> => {
    for (const trace of await ctx.spans.idle(idleSeconds, traces.now())) {
      if (signal.aborted) return
      try {
        if (trace.idleSeconds < unnamedSeconds && !(await namesAgent(ctx, trace))) {
          traces.delay(trace)
          continue
        }
        await settleTrace(ctx, trace)
        traces.settled(trace)
      } catch (err) {
        // Failures after a stop are expected, because the connections of the job are being closed.
        if (signal.aborted) return
        traces.delay(trace)
        const { organizationId: organization_id, traceId: trace_id } = trace
        ctx.log.warn(
          { err, organization_id, trace_id },
          'an idle trace was not settled: it is tried again later',
        )
      }
    }
    await ctx.spans.expire(EXPIRE_DAYS)
  }
  return periodically({ everyMs, run, log: ctx.log, failed: 'idle traces were not settled' })
}

async function namesAgent(ctx: SettleContext, { organizationId, traceId }: TraceKey): Promise<boolean> {
  const waiting = await ctx.spans.waiting(organizationId, [traceId])
  return waiting.some(({ span }) => span.report.agent !== undefined && AGENTS.has(span.report.role))
}

async function settleTrace(ctx: SettleContext, { organizationId, traceId }: TraceKey): Promise<void> {
  const sender = await ctx.spans.sender(organizationId, traceId)
  if (sender === undefined) return
  const caller = systemCaller(ctx, organizationId, sender)
  const inOwnPlace = { ...ctx, spans: { ...ctx.spans, large: OWN_PLACE } }
  await settle(inOwnPlace, caller, new Map([[traceId, []]]), 'given_up')
}

/** The job settles one trace at a time, and MUST NOT wait behind the calls of its organization: others wait for it. */
const OWN_PLACE = { acquire: async () => () => {} }

function systemCaller({ clock }: SettleContext, organizationId: string, sender: Actor) {
  return {
    $typeName: 'attestry.common.v1.Caller' as const,
    organizationId,
    actor: sender,
    via: Via.SYSTEM,
    operation: 'settleSpans',
    requestId: mintId(clock.now()),
    clientAddress: '',
    addons: [],
    sessionTokenSha256: '',
  }
}

const EXPIRE_DAYS = 7
/** The spans that are an agent's own. A log record of a tool or a decision names its service alone. */
const AGENTS: ReadonlySet<SpanRole> = new Set([SpanRole.AGENT, SpanRole.ROOT])
