import type { Transport } from '@connectrpc/connect'
import type { Clock } from '../kernel/clock.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { Log } from '../kernel/log.ts'
import { type RunningService, startService } from '../kernel/service.ts'
import type { EvidenceConfig } from './config.ts'
import { createContext, type EvidenceContext } from './context.ts'
import { evidenceRoutes } from './routes.ts'
import { endLostExports } from './store/lost-exports.ts'

/**
 * Evidence: packages that anyone can check. Opens evidence's database, and its HTTP/2 port where one is configured.
 */
export async function startEvidence(
  cfg: EvidenceConfig,
  deps: { clock: Clock; log: Log; directory: Directory; transports: { ledger: Transport } },
): Promise<RunningService & { ctx: EvidenceContext }> {
  const ctx = await createContext(cfg, deps)
  const lost = keepEnding(ctx)
  const running = await startService({
    name: 'evidence',
    cfg,
    routes: evidenceRoutes(ctx),
    ready: ctx.db.ready,
    stop: async () => {
      await lost.stop()
      await ctx.running.settled()
      await ctx.db.close()
    },
    ...deps,
  })
  return { ...running, ctx }
}

/** Ends the exports of killed processes, at start and every minute, so that every export has an end record. */
function keepEnding({ db, clock, log }: EvidenceContext): { stop(): Promise<void> } {
  let sweep = Promise.resolve()
  const tick = (): void => {
    sweep = sweep
      .then(() => endLostExports(db, clock))
      .then(
        (ended) => ended > 0 && log.warn({ ended }, 'exports that nobody was to end were recorded as failed'),
        (err) => log.warn({ err }, 'lost exports were not ended'),
      )
      .then(() => {})
  }
  tick()
  const timer = setInterval(tick, 60_000).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sweep
    },
  }
}
