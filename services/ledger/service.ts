import { systemCall } from '../kernel/audit/system-call.ts'
import { endedWithin, periodically } from '../kernel/concurrency/periodically.ts'
import { sha256 } from '../kernel/crypto/digest.ts'
import { answers } from '../kernel/database/answers.ts'
import { untilAnswered } from '../kernel/database/until-answered.ts'
import { DomainError, Reason } from '../kernel/errors/errors.ts'
import { SERVICE_NAMES } from '../kernel/identity/access.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { RunningService } from '../kernel/service.ts'
import { startService } from '../kernel/service.ts'
import { INSTALLATION_ID, mintId } from '../kernel/values/ids.ts'
import type { LedgerConfig } from './config.ts'
import { createContext, type LedgerContext, type LedgerDependencies } from './context.ts'
import { localDirectory } from './local-directory.ts'
import { startSequencer } from './log/sequencer.ts'
import { startNotifier } from './notifications/notifier.ts'
import { ledgerRoutes } from './routes.ts'
import { backfillCredentials } from './store/access/backfill-credentials.ts'
import { expireWindows } from './store/admission.ts'
import { expireAnswers } from './store/answers.ts'
import { backfillAnswers } from './store/backfill-answers.ts'
import { expireSessions } from './store/directory.ts'
import { publishQueue } from './store/log/queue.ts'
import { StatementRecorder } from './store/log/record-statements.ts'
import { BATCH } from './store/log/sequence.ts'
import type { ProjectionJob } from './store/projection-job.ts'
import { bringBackTimes } from './store/set-back-times.ts'

/**
 * The ledger: the system of record. Opens the ledger's database and starts its jobs, and its HTTP/2 port where one is
 * configured.
 */
export async function startLedger(
  cfg: LedgerConfig,
  deps: LedgerDependencies,
): Promise<RunningService & { ctx: LedgerContext; directory: Directory }> {
  const ctx = await createContext(cfg, deps)
  const directory = localDirectory(ctx)
  const wait = { seconds: cfg.databaseWaitSeconds, log: ctx.log, signal: deps.signal }
  await untilAnswered(wait, () => ensureOwnClient(ctx))
  await untilAnswered(wait, () => backfillCredentials(ctx.db, ctx.clock))
  const jobs = [...housekeeping(ctx), ...logJobs(ctx)]
  if (cfg.notifications.notifies) {
    jobs.push(startNotifier(ctx.notifications))
    warnOfMissingLinks(ctx)
  }
  const running = await startService({
    name: 'ledger',
    cfg,
    ...deps,
    routes: ledgerRoutes(ctx),
    answers: answers(ctx.db),
    directory,
    ready: ctx.db.ready,
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
      await ctx.kms.close()
      await Promise.all([ctx.db.close(), ctx.verificationDb.close()])
    },
  })
  return { ...running, ctx, directory }
}

/** Stores the credential of the installation's own processes, with an entry in the log. */
async function ensureOwnClient({ cfg, clients, clock }: LedgerContext): Promise<void> {
  const at = clock.now()
  const call = systemCall('createClient', INSTALLATION_ID, at)
  const own = {
    id: mintId(at),
    name: 'attestry',
    services: [...SERVICE_NAMES],
    organizationIds: [],
    trusted: true,
  }
  await clients.ensure(call, { ...own, version: 1, createdAt: at }, sha256(cfg.clientToken))
}

type Job = { stop(): Promise<void> }

/**
 * Deletes expired rows, records rows that processes of an earlier version did not record, and publishes the length of the log's
 * queue.
 */
function housekeeping({ db, clock, deliveries, log }: LedgerContext): Job[] {
  const each = (everyMs: number, run: (signal: AbortSignal) => Promise<unknown>, failed: string): Job =>
    periodically({ everyMs, run, log, failed, stopMs: STOP_MS })
  return [
    each(60_000, (signal) => expireWindows(db, signal), 'quota windows were not cleared'),
    each(60_000, () => expireAnswers(db), 'old answers were not cleared'),
    each(60_000, (signal) => expireSessions(db, signal), 'ended sessions were not cleared'),
    each(
      60_000,
      () => bringBackTimes(db),
      'times that were written before the clock was set back were not corrected',
    ),
    each(3_600_000, (signal) => deliveries.expire(signal), 'old webhook events were not cleared'),
    periodically({
      everyMs: 60_000,
      atOnce: true,
      run: (signal) => backfillAnswers(db, clock, signal),
      log,
      failed: 'answers of an earlier version were not recorded',
      stopMs: STOP_MS,
    }),
    each(2000, () => publishQueue(db), 'the length of the queue was not published'),
  ]
}

/** Warns if a mail server is configured without an address of the console: mails then have no link to their subject. */
function warnOfMissingLinks({ cfg, log }: LedgerContext): void {
  if (cfg.notifications.mail === undefined || cfg.notifications.baseUrl !== '') return
  log.warn({}, 'ATTESTRY_BASE_URL is not set: notifications say where to look in the console, without a link')
}

function logJobs(ctx: LedgerContext): Job[] {
  const { cfg, log, clock, sequence, lists, incidentWork, checkpointer, signingKeys, statementCollector } =
    ctx
  const jobs: Job[] = []
  if (cfg.sequences) {
    jobs.push(startSequencer({ sequence, batch: BATCH, log }))
    const keep = (run: ProjectionJob, what: string): Job =>
      periodically({ everyMs: 1000, run, log, failed: `${what} were not brought up to date` })
    jobs.push(keep(lists.projection(), 'the lists'))
    jobs.push(
      keep(
        incidentWork.projection(() => clock.now()),
        'obligations',
      ),
    )
  }
  if (cfg.sequences && cfg.signingKeyArn !== '') {
    // The first key is published before it signs anything. If the key service does not answer, this is tried again later.
    const registered = signingKeys.current().then(
      () => {},
      (err) => {
        if (err instanceof DomainError && err.reason === Reason.INTERNAL)
          log.error({ problem: err.message }, 'the signing key is not registered yet')
        else log.warn({ err }, 'the signing key is not registered yet')
      },
    )
    jobs.push({ stop: () => endedWithin(STOP_MS, registered) })
    // A fault of the key service is logged, and appending to the log continues.
    const eachInterval = { everyMs: cfg.checkpointEveryMs, log, stopMs: STOP_MS }
    jobs.push(
      periodically({
        ...eachInterval,
        run: (signal) => checkpointer.makeAll(signal),
        failed: 'no checkpoints were made',
      }),
    )
    if (cfg.statements.witnesses.length + cfg.statements.authorities.length > 0) {
      const failed = 'witnesses and time-stamp authorities were not asked about checkpoints'
      for (const run of statementCollector.rounds) jobs.push(periodically({ ...eachInterval, run, failed }))
      const recorder = new StatementRecorder(ctx.db, clock)
      const run = (signal: AbortSignal): Promise<void> => recorder.record(signal)
      jobs.push(periodically({ ...eachInterval, run, failed: 'statements were not recorded' }))
    }
  }
  return jobs
}

/** How long a stop waits for a database, a key service or a third party that does not answer. */
const STOP_MS = 2000
