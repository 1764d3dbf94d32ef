import type { Actor } from '../../kernel/identity/caller.ts'
import { Via } from '../../kernel/identity/caller.ts'
import type { Log } from '../../kernel/log.ts'
import { periodically } from '../../kernel/periodically.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { type SettleContext, settle } from './settle.ts'

/**
 * Completes the traces whose root did not come: thirty seconds after their last span, in the name of their sender. It also
 * forgets spans that no exporter repeats any more.
 */
export function settleIdleTraces(
  ctx: SettleContext & { log: Log },
  { everyMs = 10_000, idleSeconds = 30 }: { everyMs?: number; idleSeconds?: number } = {},
): { stop(): Promise<void> } {
  const run = async (signal: AbortSignal): Promise<void> => {
    for (const { organizationId, traceId } of await ctx.spans.idle(idleSeconds)) {
      if (signal.aborted) return
      const waiting = await ctx.spans.waiting(organizationId, [traceId])
      const sender = waiting[0]?.actor
      if (sender === undefined) continue
      const spans = waiting.map(({ span }) => span)
      await settle(ctx, systemCaller(ctx, organizationId, sender), spans, true)
    }
    await ctx.spans.expire(EXPIRE_DAYS)
  }
  return periodically({ everyMs, run, log: ctx.log, failed: 'idle traces were not settled' })
}

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
  }
}

const EXPIRE_DAYS = 7
