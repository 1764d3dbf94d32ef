import type { Clock } from '../kernel/clock.ts'
import { type Database, openDatabase } from '../kernel/database/database.ts'
import type { Log } from '../kernel/log.ts'
import type { IngestionConfig } from './config.ts'
import { type EvaluationStore, evaluationStore } from './store/evaluations.ts'
import { type EventStore, eventStore } from './store/events.ts'
import { type RunStore, runStore } from './store/runs.ts'

/** Everything ingestion's RPCs depend on. A test overrides one field. */
export type IngestionContext = {
  cfg: IngestionConfig
  clock: Clock
  log: Log
  db: Database
  evaluations: EvaluationStore
  runs: RunStore
  events: EventStore
}

export async function createContext(
  cfg: IngestionConfig,
  deps: { clock: Clock; log: Log },
): Promise<IngestionContext> {
  const db = await openDatabase({
    url: cfg.databaseUrl,
    service: 'ingestion',
    entities: [],
    log: deps.log,
  })
  return {
    cfg,
    ...deps,
    db,
    evaluations: evaluationStore(db),
    runs: runStore(db),
    events: eventStore(db),
  }
}
