import type { Database } from '../../kernel/database/database.ts'
import type { LoggedDecision } from '../domain/decision-attestation.ts'

export type DecisionStore = {
  /** A decision of the organization; without a place in the log as long as its entry has none. */
  find(
    organizationId: string,
    id: string,
  ): Promise<(Omit<LoggedDecision, 'leafIndex'> & { leafIndex: number | undefined }) | undefined>
}

export function decisionStore(db: Database): DecisionStore {
  return {
    find: async (organizationId, id) => {
      const [row] = await db.query<{ record: string; entry_id: string; leaf_index: string | null }>({
        text: FIND,
        values: [organizationId, id],
      })
      if (row === undefined) return undefined
      const { record, entry_id: entryId, leaf_index } = row
      return { record, entryId, leafIndex: leaf_index === null ? undefined : Number(leaf_index) }
    },
  }
}

const FIND = `
  select r.record, r.entry_id, l.leaf_index from gate.records_v1 r
  left join ledger.leaves_v1 l on l.org_id = r.org_id and l.entry_id = r.entry_id
  where r.org_id = $1 and r.id = $2 and r.type = 'gate-decisions'`
