import type { Clock } from '../kernel/clock.ts'
import { type Semaphore, semaphore } from '../kernel/concurrency/semaphore.ts'
import { createKms, type Kms } from '../kernel/crypto/kms.ts'
import { type Database, openDatabase } from '../kernel/database/database.ts'
import { type DatabaseOnDemand, databaseOnDemand } from '../kernel/database/database-on-demand.ts'
import { type Definitions, definitionsOf } from '../kernel/database/definitions/differences.ts'
import type { ServiceMigrations } from '../kernel/database/migrate.ts'
import { type RecordStore, recordStore } from '../kernel/database/record-store.ts'
import type { Log } from '../kernel/logging/log.ts'
import type { TableRule } from '../kernel/state/rules.ts'
import type { LedgerConfig } from './config.ts'
import type { NodeReader } from './domain/log/proof.ts'
import { type CheckpointFile, checkpointFile } from './log/checkpoint-file.ts'
import { Checkpointer } from './log/checkpointer.ts'
import { quarantine } from './log/quarantine.ts'
import type { SequenceBatch } from './log/sequencer.ts'
import { type SigningKeys, signingKeys } from './log/signing-keys.ts'
import { type NotificationContext, notificationContext } from './notifications/context.ts'
import { type StatementCollector, statementCollector } from './statements/collector.ts'
import { sourcesOf } from './statements/sources.ts'
import { type ClientStore, clientStore } from './store/access/clients.ts'
import { type InvitationStore, invitationStore } from './store/access/invitations.ts'
import { type KeyStore, keyStore } from './store/access/keys.ts'
import { type OrganizationStore, organizationStore } from './store/access/organizations.ts'
import { type SessionStore, sessionStore } from './store/access/sessions.ts'
import { type UserStore, userStore } from './store/access/users.ts'
import { type AdmissionRequest, admission, quotaDraw, type Verdict } from './store/admission.ts'
import { type AuditStore, auditStore } from './store/audit.ts'
import { type DeliveryStore, deliveryStore } from './store/deliveries/index.ts'
import { type DirectoryStore, directoryStore } from './store/directory.ts'
import { accessEntities } from './store/entities/access.ts'
import { ChannelEntity } from './store/entities/notification-channel.ts'
import { SigningKeyEntity } from './store/entities/signing-key.ts'
import { type AttachmentStore, attachmentStore } from './store/incidents/attachments.ts'
import { type IncidentWorkStore, incidentWorkStore } from './store/incidents/index.ts'
import { type ReportStore, reportStore } from './store/incidents/reports.ts'
import { type TimelineStore, timelineStore } from './store/incidents/timeline.ts'
import { type ListStore, listStore } from './store/lists/index.ts'
import { type CheckpointStore, checkpointStore } from './store/log/checkpoints.ts'
import { damagedTrees } from './store/log/damage.ts'
import { nodeReader } from './store/log/nodes.ts'
import { sequenceBatch } from './store/log/sequence.ts'
import { type StatementStore, statementStore } from './store/log/statements.ts'
import { type TileStore, tileStore } from './store/log/tiles.ts'
import { type TreeHeads, treeHeads } from './store/log/tree-heads.ts'
import { signingKeyStore } from './store/signing-keys.ts'

/** Everything the ledger's RPCs depend on. A test overrides one field. */
export type LedgerContext = {
  cfg: LedgerConfig
  clock: Clock
  log: Log
  db: Database
  admit: (request: AdmissionRequest) => Promise<Verdict>
  draw: (draw: { subject: string; limit: number }) => Promise<Verdict>
  directory: DirectoryStore
  audit: AuditStore
  incidents: RecordStore
  incidentWork: IncidentWorkStore
  comments: RecordStore
  attachments: AttachmentStore
  reports: ReportStore
  /** Limits the number of documents that this process lays out at the same time. A document takes at most a second. */
  renderings: Semaphore
  deliveries: DeliveryStore
  timeline: TimelineStore
  assets: RecordStore
  suppliers: RecordStore
  lists: ListStore
  organizations: OrganizationStore
  users: UserStore
  invitations: InvitationStore
  sessions: SessionStore
  keys: KeyStore
  clients: ClientStore
  kms: Kms
  signingKeys: SigningKeys
  sequence: SequenceBatch
  nodes: (organizationId: string) => NodeReader
  tiles: TileStore
  trees: TreeHeads
  checkpoints: CheckpointStore
  checkpointer: Checkpointer
  checkpointFile: CheckpointFile | undefined
  statements: StatementStore
  statementCollector: StatementCollector
  /**
   * Limits the number of logs that are verified at the same time: each verification holds a place and a database connection while
   * it reads.
   */
  verifications: Semaphore
  verificationDb: DatabaseOnDemand
  notifications: NotificationContext
  /** The rules by which the tables of all services follow from the log. */
  stateRules: readonly TableRule[]
  /** The definitions of the migrations of all services in the database. */
  definitions: Definitions
}

/** The dependencies that the process passes to the ledger. `migrations` and `stateRules` are those of all services. */
export type LedgerDependencies = {
  clock: Clock
  log: Log
  stateRules: readonly TableRule[]
  migrations: readonly ServiceMigrations[]
  /** Once it aborts, the start stops waiting for the database. */
  signal?: AbortSignal
}

export async function createContext(cfg: LedgerConfig, deps: LedgerDependencies): Promise<LedgerContext> {
  const database = { url: cfg.databaseUrl, service: 'ledger', log: deps.log } as const
  const entities = [...accessEntities, SigningKeyEntity, ChannelEntity]
  const db = await openDatabase({ ...database, entities })
  const kms = createKms(cfg.kms)
  return {
    cfg,
    ...deps,
    db,
    kms,
    definitions: definitionsOf(cfg.databaseUrl, deps.migrations),
    ...accessStores(db),
    ...registers(db, cfg),
    ...logParts(cfg, { ...deps, db, kms }),
    audit: auditStore(db),
    lists: listStore(db),
    renderings: semaphore(RENDERING),
    verificationDb: databaseOnDemand(() =>
      openDatabase({ ...database, entities: [], purpose: 'verification', poolSize: VERIFYING.places }),
    ),
    verifications: semaphore(VERIFYING),
    notifications: notificationContext(cfg, { ...deps, db, kms }),
  }
}

/** Who may call: keys, people, service clients, and their limits. */
function accessStores(db: Database) {
  return {
    admit: admission(db),
    draw: quotaDraw(db),
    directory: directoryStore(db),
    organizations: organizationStore(db),
    users: userStore(db),
    invitations: invitationStore(db),
    sessions: sessionStore(db),
    keys: keyStore(db),
    clients: clientStore(db),
  }
}

/** Incidents and what belongs to them, assets, suppliers. */
function registers(db: Database, cfg: LedgerConfig) {
  return {
    incidents: recordStore(db, 'ledger.incidents', 'incidents'),
    incidentWork: incidentWorkStore(db),
    comments: recordStore(db, 'ledger.incident_comments', 'incident-comments'),
    attachments: attachmentStore(db, cfg.attachmentBytesPerDay),
    reports: reportStore(db),
    deliveries: deliveryStore(db),
    timeline: timelineStore(db),
    assets: recordStore(db, 'ledger.assets', 'assets'),
    suppliers: recordStore(db, 'ledger.suppliers', 'suppliers'),
  }
}

/** The log: its trees, its checkpoints, and what others sign about them. */
function logParts(cfg: LedgerConfig, deps: { clock: Clock; log: Log; db: Database; kms: Kms }) {
  const { clock, log, db, kms } = deps
  const keys = signingKeys({ keys: signingKeyStore(db), kms, clock, keyArn: cfg.signingKeyArn })
  const trees = treeHeads(db)
  const checkpoints = checkpointStore(db)
  const statements = statementStore(db)
  const nodes = nodeReader(db)
  const file = cfg.checkpointDir === undefined ? undefined : checkpointFile(cfg.checkpointDir)
  return {
    signingKeys: keys,
    sequence: quarantine({
      sequence: (quarantined) => sequenceBatch(db, quarantined),
      damaged: () => damagedTrees(db),
      log,
    }),
    nodes,
    tiles: tileStore(db),
    trees,
    checkpoints,
    checkpointer: new Checkpointer({ trees, checkpoints, signingKeys: keys, file, nodes, clock, log }),
    checkpointFile: file,
    statements,
    statementCollector: statementCollector({
      sources: sourcesOf(cfg.statements, nodes),
      statements,
      log,
    }),
  }
}

/**
 * Rendering holds the event loop of the ledger, so the ledger limits it, for RenderIncidentReport and FileIncidentReport. These RPCs
 * therefore have no `limited_concurrency` in their protos.
 */
const RENDERING = {
  what: 'documents',
  places: 1,
  placesPerOwner: 1,
  waiting: 32,
  waitingPerOwner: 4,
  retryAfter: 5,
}

/** VerifyLog is limited by these places alone: it reads for minutes, and would keep the places of the lists. */
const VERIFYING = {
  what: 'verifications',
  places: 2,
  placesPerOwner: 1,
  waiting: 16,
  waitingPerOwner: 2,
  retryAfter: 30,
}
