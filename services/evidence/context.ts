import { readFile } from 'node:fs/promises'
import { type Client, createClient, type Transport } from '@connectrpc/connect'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Semaphore, semaphore } from '../kernel/concurrency/semaphore.ts'
import { type Database, openDatabase } from '../kernel/database/database.ts'
import type { Log } from '../kernel/logging/log.ts'
import type { EvidenceConfig } from './config.ts'
import { type Running, running } from './export/running.ts'
import { type DecisionStore, decisionStore } from './store/decisions.ts'
import { type ExportStore, exportStore } from './store/exports.ts'

/** Everything evidence's RPCs depend on. A test overrides one field. */
export type EvidenceContext = {
  cfg: EvidenceConfig
  clock: Clock
  log: Log
  db: Database
  logs: Client<typeof LogService>
  signingKeys: Client<typeof SigningKeyService>
  exports: ExportStore
  decisions: DecisionStore
  running: Running
  /** Limits the signatures of decisions that the key service is asked for at once. */
  signatures: Semaphore
  /** Product and version, as manifests name it. */
  generator: string
  /** The bytes of verify.mjs that go into every package. */
  verifier: Buffer
}

export async function createContext(
  cfg: EvidenceConfig,
  { transports, ...deps }: { clock: Clock; log: Log; transports: { ledger: Transport } },
): Promise<EvidenceContext> {
  const db = await openDatabase({ url: cfg.databaseUrl, service: 'evidence', entities: [], log: deps.log })
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    cfg,
    ...deps,
    db,
    logs: createClient(LogService, transports.ledger),
    signingKeys: createClient(SigningKeyService, transports.ledger),
    exports: exportStore(db),
    decisions: decisionStore(db),
    running: running(),
    signatures: semaphore(SIGNATURES),
    generator: `attestry ${version}`,
    verifier: await readFile(new URL('../../verifier/dist/verify.mjs', import.meta.url)),
  }
}

/**
 * A slow key service MUST NOT have so many of one organization in hand that others, checkpoints and exports get none. One that does
 * not answer keeps a place for half a minute: a call MUST NOT wait for one place after another.
 */
const SIGNATURES = {
  what: 'signatures of decisions',
  places: 8,
  placesPerOwner: 4,
  waiting: 200,
  waitingPerOwner: 20,
  retryAfter: 5,
  maxWaitMs: 5000,
}
