import type { Transport } from '@connectrpc/connect'
import type { Clock } from '../kernel/clock.ts'
import { type Database, openDatabase } from '../kernel/database/database.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { Log } from '../kernel/logging/log.ts'
import type { IngestionConfig } from './config.ts'
import { EndpointEntity } from './store/entities/webhook.ts'
import { type EvaluationStore, evaluationStore } from './store/evaluations.ts'
import { type EventStore, eventStore } from './store/events.ts'
import { type RunEventStore, runEventStore } from './store/run-events.ts'
import { type RunStore, runStore } from './store/runs.ts'
import { type SpanStore, spanStore } from './store/spans.ts'
import { type WebhookContext, webhookContext } from './webhook/context.ts'

/** The dependencies of ingestion's RPCs. A test may override one field. */
export type IngestionContext = {
  cfg: IngestionConfig
  clock: Clock
  log: Log
  db: Database
  evaluations: EvaluationStore
  runs: RunStore
  events: EventStore
  runEvents: RunEventStore
  spans: SpanStore
  webhook: WebhookContext
}

export async function createContext(
  cfg: IngestionConfig,
  {
    transports,
    directory,
    ...deps
  }: { clock: Clock; log: Log; directory: Pick<Directory, 'record'>; transports: { ledger: Transport } },
): Promise<IngestionContext> {
  const db = await openDatabase({
    url: cfg.databaseUrl,
    service: 'ingestion',
    entities: [EndpointEntity],
    log: deps.log,
  })
  return {
    cfg,
    ...deps,
    db,
    evaluations: evaluationStore(db),
    runs: runStore(db),
    events: eventStore(db),
    runEvents: runEventStore(db),
    spans: spanStore(db),
    webhook: webhookContext(cfg, { ...deps, db, ledger: transports.ledger, record: directory.record }),
  }
}
