import type { Clock } from '../kernel/clock.ts'
import { type Database, openDatabase } from '../kernel/database/database.ts'
import { type RecordStore, recordStore } from '../kernel/database/record-store.ts'
import type { Log } from '../kernel/log.ts'
import type { LedgerConfig } from './config.ts'
import { type ClientStore, clientStore } from './store/access/clients.ts'
import { type KeyStore, keyStore } from './store/access/keys.ts'
import { type OrganizationStore, organizationStore } from './store/access/organizations.ts'
import { type SessionStore, sessionStore } from './store/access/sessions.ts'
import { type UserStore, userStore } from './store/access/users.ts'
import { admission, type Knock, quotaDraw, type Verdict } from './store/admission.ts'
import { type AuditStore, auditStore } from './store/audit.ts'
import { type DirectoryStore, directoryStore } from './store/directory.ts'
import { accessEntities } from './store/entities/access.ts'

/** Everything the ledger's RPCs depend on. A test overrides one field. */
export type LedgerContext = {
  cfg: LedgerConfig
  clock: Clock
  log: Log
  db: Database
  admit: (knock: Knock) => Promise<Verdict>
  draw: (draw: { subject: string; limit: number }) => Promise<Verdict>
  directory: DirectoryStore
  audit: AuditStore
  incidents: RecordStore
  assets: RecordStore
  suppliers: RecordStore
  organizations: OrganizationStore
  users: UserStore
  sessions: SessionStore
  keys: KeyStore
  clients: ClientStore
}

export async function createContext(
  cfg: LedgerConfig,
  deps: { clock: Clock; log: Log },
): Promise<LedgerContext> {
  const db = await openDatabase({
    url: cfg.databaseUrl,
    service: 'ledger',
    entities: accessEntities,
    log: deps.log,
  })
  return {
    cfg,
    ...deps,
    db,
    admit: admission(db),
    draw: quotaDraw(db),
    directory: directoryStore(db),
    audit: auditStore(db),
    incidents: recordStore(db, 'ledger.incidents'),
    assets: recordStore(db, 'ledger.assets'),
    suppliers: recordStore(db, 'ledger.suppliers'),
    organizations: organizationStore(db),
    users: userStore(db),
    sessions: sessionStore(db),
    keys: keyStore(db),
    clients: clientStore(db),
  }
}
