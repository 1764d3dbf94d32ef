import type { Transport } from '@connectrpc/connect'
import type { Clock } from '../kernel/clock.ts'
import type { Directory } from '../kernel/directory.ts'
import type { Log } from '../kernel/log.ts'
import { type RunningService, startService } from '../kernel/service.ts'
import type { EvidenceConfig } from './config.ts'
import { createContext, type EvidenceContext } from './context.ts'
import { evidenceRoutes } from './routes.ts'

/** Evidence: packages that anyone can check. */
export type EvidenceServiceInstance = RunningService & { ctx: EvidenceContext }

/** Opens evidence's database, and its HTTP/2 port where one is configured. */
export async function startEvidence(
  cfg: EvidenceConfig,
  deps: { clock: Clock; log: Log; directory: Directory; transports: { ledger: Transport } },
): Promise<EvidenceServiceInstance> {
  const ctx = await createContext(cfg, deps)
  const running = await startService({
    name: 'evidence',
    cfg,
    routes: evidenceRoutes(ctx),
    ready: async () => {
      await ctx.db.query({ text: 'select 1' })
    },
    stop: async () => {
      await ctx.running.settled()
      await ctx.db.close()
    },
    ...deps,
  })
  return { ...running, ctx }
}
