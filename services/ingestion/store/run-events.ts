import type { Database } from '../../kernel/database/database.ts'
import { firstPart, type Part, partOfRows } from '../../kernel/lists/part.ts'
import type { RunKey } from './events.ts'
import { profileOfSql } from './profiles.ts'

/** Reads a run and its events. */
export type RunEventStore = {
  /** Returns a run with the profile that its agent has now, or undefined. */
  run(key: RunKey): Promise<{ record: string; profile_id: string | null } | undefined>
  /** Returns the first part of up to `limit` events of a run with a seq above `after`, in order. */
  page(key: RunKey, limit: number, after: string): Promise<Part<EventRow>>
}

type EventRow = { seq: string; record: string }

export function runEventStore(db: Database): RunEventStore {
  return {
    run: async ({ organizationId, runId }) => {
      const [row] = await db.query<{ record: string; profile_id: string | null }>({
        name: 'run',
        text: `
          select r.record, p.profile_id from (
            select org_id, agent_identity, record from ingestion.agent_runs where org_id = $1 and id = $2) r
          ${profileOfSql('r')}`,
        values: [organizationId, runId],
      })
      return row
    },
    page: async ({ organizationId, runId }, limit, after) => {
      const rows = await db.query<EventRow>({
        name: 'page events',
        text: firstPart(
          'p.seq::text, p.record',
          `select seq, record from ingestion.agent_events where org_id = $1 and run_id = $2 and seq > $3
          order by seq limit $4`,
          'p.seq',
        ),
        values: [organizationId, runId, after, limit],
      })
      return partOfRows(rows, limit)
    },
  }
}
