import type { Clock } from '../kernel/clock.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { Log } from '../kernel/logging/log.ts'
import { type RunningService, startService } from '../kernel/service.ts'
import type { GateConfig } from './config.ts'
import { createContext, type GateContext } from './context.ts'
import { gateRoutes } from './routes.ts'

/**
 * The release gate: AI systems, suites, agent profiles, approvals, decisions. Opens the gate's database,
 * and its HTTP/2 port where one is configured.
 */
export async function startGate(
  cfg: GateConfig,
  deps: { clock: Clock; log: Log; directory: Directory },
): Promise<RunningService & { ctx: GateContext }> {
  const ctx = await createContext(cfg, deps)
  const running = await startService({
    name: 'gate',
    cfg,
    routes: gateRoutes(ctx),
    ready: ctx.db.ready,
    stop: () => ctx.db.close(),
    ...deps,
  })
  return { ...running, ctx }
}
