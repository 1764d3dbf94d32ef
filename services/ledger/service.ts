import { create } from '@bufbuild/protobuf'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { sha256 } from '../kernel/crypto/digest.ts'
import { answers } from '../kernel/database/answers.ts'
import { SERVICE_NAMES } from '../kernel/identity/access.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { RunningService } from '../kernel/service.ts'
import { startService } from '../kernel/service.ts'
import { INSTALLATION_ID, mintId } from '../kernel/values/ids.ts'
import type { LedgerConfig } from './config.ts'
import { createContext, type LedgerContext, type LedgerDependencies } from './context.ts'
import { localDirectory } from './local-directory.ts'
import { startCheckpoints } from './log/checkpointer.ts'
import { startSequencer } from './log/sequencer.ts'
import { startNotifier } from './notifications/notifier.ts'
import { ledgerRoutes } from './routes.ts'
import { recordFoundCredentials } from './store/access/found.ts'
import { expireWindows } from './store/admission.ts'
import { expireAnswers } from './store/answers.ts'
import { expireSessions } from './store/directory.ts'
import { publishQueue } from './store/log/queue.ts'
import { BATCH } from './store/log/sequence.ts'
import { startWitnessing } from './witnesses/witnessing.ts'

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
  await ensureOwnClient(ctx)
  await recordFoundCredentials(ctx.db, ctx.clock)
  const minutes = setInterval(() => {
    expireWindows(ctx.db).catch((err) => ctx.log.warn({ err }, 'quota windows were not cleared'))
    expireAnswers(ctx.db).catch((err) => ctx.log.warn({ err }, 'old answers were not cleared'))
    expireSessions(ctx.db).catch((err) => ctx.log.warn({ err }, 'ended sessions were not cleared'))
  }, 60_000).unref()
  const events = setInterval(() => {
    ctx.deliveries.expire().catch((err) => ctx.log.warn({ err }, 'old webhook events were not cleared'))
  }, 3_600_000).unref()
  const queue = setInterval(() => void publishQueue(ctx.db).catch(() => {}), 2000).unref()
  const jobs = logJobs(ctx)
  if (cfg.notifications.notifies) jobs.push(startNotifier(ctx.notifications))
  const running = await startService({
    name: 'ledger',
    cfg,
    ...deps,
    routes: ledgerRoutes(ctx),
    answers: answers(ctx.db),
    directory,
    ready: ctx.db.ready,
    stop: async () => {
      clearInterval(minutes)
      clearInterval(events)
      clearInterval(queue)
      await Promise.all(jobs.map((job) => job.stop()))
      ctx.notifications.mail.close()
      await ctx.kms.close()
      await Promise.all([ctx.db.close(), ctx.verificationDb.close()])
    },
  })
  return { ...running, ctx, directory }
}

/** The credential of the installation's own processes is known, and when it became so stands in the log. */
async function ensureOwnClient({ cfg, clients, clock }: LedgerContext): Promise<void> {
  const at = clock.now()
  const caller = create(CallerSchema, {
    organizationId: INSTALLATION_ID,
    actor: create(ActorSchema, { kind: ActorKind.SYSTEM }),
    via: Via.SYSTEM,
    operation: 'createClient',
    requestId: mintId(at),
  })
  const own = {
    id: mintId(at),
    name: 'attestry',
    services: [...SERVICE_NAMES],
    organizationIds: [],
    trusted: true,
  }
  await clients.ensure({ caller, at }, { ...own, version: 1, createdAt: at }, sha256(cfg.clientToken))
}

function logJobs({
  cfg,
  log,
  sequence,
  lists,
  incidentWork,
  clock,
  checkpointer,
  signing,
  witnessing,
}: LedgerContext): { stop(): Promise<void> }[] {
  const jobs: { stop(): Promise<void> }[] = []
  if (cfg.sequences) {
    jobs.push(startSequencer({ sequence, batch: BATCH, log }))
    const stopping = new AbortController()
    const failed = (what: string) => (err: unknown) =>
      log.warn({ err }, `${what} were not brought up to date`)
    const kept = Promise.all([
      lists.keep(stopping.signal, failed('the lists')),
      incidentWork.keep(() => clock.now(), stopping.signal, failed('obligations')),
    ])
    jobs.push({
      stop: async () => {
        stopping.abort()
        await kept
      },
    })
  }
  if (cfg.sequences && cfg.signingKeyArn !== '') {
    // The first key is published before anything is signed with it; without the key service it is tried again later.
    const registered = signing.current().then(
      () => {},
      (err) => log.warn({ err }, 'the signing key is not registered yet'),
    )
    jobs.push({ stop: () => registered })
    jobs.push(startCheckpoints({ makeAll: checkpointer.makeAll, everyMs: cfg.checkpointEveryMs, log }))
    if (cfg.witnesses.witnesses.length + cfg.witnesses.authorities.length > 0)
      jobs.push(startWitnessing({ askAll: witnessing.askAll, everyMs: cfg.checkpointEveryMs, log }))
  }
  return jobs
}
