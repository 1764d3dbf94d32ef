import type { Transport } from '@connectrpc/connect'
import type { Clock } from '../kernel/clock.ts'
import { answers } from '../kernel/database/answers.ts'
import { untilAnswered } from '../kernel/database/until-answered.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { Log } from '../kernel/logging/log.ts'
import { type RunningService, startService } from '../kernel/service.ts'
import type { IngestionConfig } from './config.ts'
import { createContext, type IngestionContext } from './context.ts'
import { ingestionRoutes } from './routes.ts'
import { settleIdleTraces } from './spans/settle-idle.ts'
import { backfillSecrets } from './store/webhook/backfill-secrets.ts'
import { keepWarm } from './webhook/keep-warm.ts'

/**
 * Starts ingestion, the service for results, runs, spans and webhook calls from outside. Opens its database, starts its jobs, and
 * opens its HTTP/2 port if one is configured.
 */
export async function startIngestion(
  cfg: IngestionConfig,
  deps: {
    clock: Clock
    log: Log
    directory: Directory
    transports: { ledger: Transport }
    /** When aborted, the start no longer waits for the database. */
    signal?: AbortSignal
  },
): Promise<RunningService & { ctx: IngestionContext }> {
  const ctx = await createContext(cfg, deps)
  const wait = { seconds: cfg.databaseWaitSeconds, log: ctx.log, signal: deps.signal }
  await untilAnswered(wait, () => backfillSecrets(ctx.db, ctx.clock))
  const warm = keepWarm(ctx.webhook)
  const idle = settleIdleTraces(ctx)
  const running = await startService({
    name: 'ingestion',
    cfg,
    routes: ingestionRoutes(ctx),
    answers: answers(ctx.db),
    ready: ctx.db.ready,
    stop: async () => {
      await warm.stop()
      await idle.stop()
      await ctx.webhook.signedCalls.close()
      await ctx.webhook.kms.close()
      await ctx.db.close()
    },
    ...deps,
  })
  return { ...running, ctx }
}
