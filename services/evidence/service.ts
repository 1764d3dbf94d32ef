import type { Transport } from '@connectrpc/connect'
import type { Clock } from '../kernel/clock.ts'
import { periodically } from '../kernel/concurrency/periodically.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { Log } from '../kernel/logging/log.ts'
import { type RunningService, startService } from '../kernel/service.ts'
import type { EvidenceConfig } from './config.ts'
import { createContext, type EvidenceContext } from './context.ts'
import { evidenceRoutes } from './routes.ts'
import { lostExports } from './store/lost-exports.ts'

/**
 * Starts evidence, which makes packages that anyone can check. Opens evidence's database, and its HTTP/2 port where one is
 * configured.
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

/** Ends the exports of killed processes, at start and every minute, so that every export gets an end record. */
function keepEnding({ db, clock, log }: EvidenceContext): { stop(): Promise<void> } {
  const lost = lostExports(db, clock, (packageId, err) =>
    log.warn({ err, package_id: packageId }, 'a lost export was not ended'),
  )
  const run = async (): Promise<void> => {
    const ended = await lost.end()
    if (ended > 0) log.warn({ ended }, 'exports whose process had ended were recorded as failed')
  }
  return periodically({ everyMs: 60_000, run, log, failed: 'lost exports were not ended', atOnce: true })
}
