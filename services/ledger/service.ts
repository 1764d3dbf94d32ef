import { SERVICE_NAMES } from '../kernel/access.ts'
import type { Clock } from '../kernel/clock.ts'
import { sha256 } from '../kernel/digest.ts'
import type { Directory } from '../kernel/directory.ts'
import { mintId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { RunningService } from '../kernel/service.ts'
import { startService } from '../kernel/service.ts'
import type { LedgerConfig } from './config.ts'
import { createContext, type LedgerContext } from './context.ts'
import { localDirectory } from './local-directory.ts'
import { startCheckpoints } from './log/checkpointer.ts'
import { startSequencer } from './log/sequencer.ts'
import { ledgerRoutes } from './routes.ts'
import { forgetWindows } from './store/admission.ts'
import { BATCH } from './store/log/sequence.ts'

/** The ledger: the system of record. */
export type LedgerService = RunningService & { ctx: LedgerContext; directory: Directory }

/** Opens the ledger's database and starts its jobs, and its HTTP/2 port where one is configured. */
export async function startLedger(
  cfg: LedgerConfig,
  deps: { clock: Clock; log: Log },
): Promise<LedgerService> {
  const ctx = await createContext(cfg, deps)
  const directory = localDirectory(ctx)
  await ctx.directory.ensureTrustedClient({
    id: mintId(ctx.clock.now()),
    name: 'attestry',
    tokenHash: sha256(cfg.clientToken),
    services: SERVICE_NAMES,
  })
  const windows = setInterval(() => {
    forgetWindows(ctx.db).catch((err) => ctx.log.warn({ err }, 'quota windows were not cleared'))
  }, 60_000).unref()
  const events = setInterval(() => {
    ctx.deliveries.forget().catch((err) => ctx.log.warn({ err }, 'old webhook events were not cleared'))
  }, 3_600_000).unref()
  const jobs = logJobs(ctx)
  const running = await startService({
    name: 'ledger',
    cfg,
    ...deps,
    routes: ledgerRoutes(ctx),
    directory,
    ready: async () => {
      await ctx.db.query({ text: 'select 1' })
    },
    stop: async () => {
      clearInterval(windows)
      clearInterval(events)
      await Promise.all(jobs.map((job) => job.stop()))
      await ctx.kms.close()
      await ctx.db.close()
    },
  })
  return { ...running, ctx, directory }
}

function logJobs({ cfg, log, sequence, checkpointer, signing }: LedgerContext): { stop(): Promise<void> }[] {
  const jobs: { stop(): Promise<void> }[] = []
  if (cfg.sequences) jobs.push(startSequencer({ sequence, batch: BATCH, log }))
  if (cfg.sequences && cfg.signingKeyArn !== '') {
    // The first key is published before anything is signed with it; without the key service it is tried again later.
    const registered = signing.current().then(
      () => {},
      (err) => log.warn({ err }, 'the signing key is not registered yet'),
    )
    jobs.push({ stop: () => registered })
    jobs.push(startCheckpoints({ makeAll: checkpointer.makeAll, everyMs: cfg.checkpointEveryMs, log }))
  }
  return jobs
}
