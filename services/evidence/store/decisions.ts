import type { Call } from '../../kernel/audit/call.ts'
import { commitState } from '../../kernel/database/commit-state.ts'
import type { Database } from '../../kernel/database/database.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { transact } from '../../kernel/database/transact.ts'
import { firstIdOf, timeOfId } from '../../kernel/values/ids.ts'
import type { LoggedDecision } from '../domain/decision-attestation.ts'

/** `logSize`: how many entries of the log had their leaf when it was read. */
export type NewestDecision = { id: string; decision: string; logSize: number }

export type DecisionStore = {
  /** A decision of the organization; `leafIndex` is undefined while its entry has no place in the log. */
  find(
    organizationId: string,
    id: string,
  ): Promise<(Omit<LoggedDecision, 'leafIndex'> & { leafIndex: number | undefined }) | undefined>
  /**
   * The newest decision about an AI system, in the order of the log. Ids do not give that order: they have the time of the
   * process that decided.
   */
  newest(organizationId: string, systemId: string): Promise<NewestDecision | undefined>
  /** Records what was signed, before it leaves. */
  signed(call: Call): Promise<void>
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
    newest: async (organizationId, systemId) => {
      const [oldest] = await db.query<{ id: string }>({ text: OLDEST, values: [organizationId, systemId] })
      const from = oldest && firstIdOf(new Date(timeOfId(oldest.id).getTime() - CLOCKS_APART_MS))
      const [row] = await db.query<{ id: string; decision: string; log_size: string | null }>({
        text: NEWEST,
        values: [organizationId, systemId, from ?? LOWEST_ID],
      })
      return row && { id: row.id, decision: row.decision, logSize: Number(row.log_size ?? 0) }
    },
    signed: (call) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        await commitState(append, call, [])
      }),
  }
}

/** How many of the newest ids are looked at, however old they are. */
const NEWEST_IDS = 1000
/** How far back further ids are looked at: twice as far as the clocks of processes may be apart (docs/gate-rules.md). */
const CLOCKS_APART_MS = 2 * 60 * 1000
/** The most ids that are looked at: some 830 decisions a second about one AI system, for two minutes. */
const MAX_IDS = 100_000
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** The oldest of the newest ids; none where the system has fewer decisions. */
const OLDEST = `
  select decision_id as id from gate.outcomes_v1
  where org_id = $1 and ai_system_id = $2 order by decision_id desc offset ${NEWEST_IDS - 1} limit 1`

/**
 * Reads the newest decision among those with the newest ids, and with ids of the two minutes before these: a process whose clock
 * is behind gives lower ids, however many decisions the others make meanwhile. A decision without a place in the log is newer
 * than those with one. Among several without a place, one that blocks counts, otherwise the one with the newest id. All decisions
 * without a place are examined, because one of them may block. Of those with a place, only the last one is.
 */
const NEWEST = `
  with newest as materialized (
    select decision_id from gate.outcomes_v1
    where org_id = $1 and ai_system_id = $2 and decision_id >= $3 order by decision_id desc limit ${MAX_IDS}),
  placed as materialized (
    select n.decision_id, l.leaf_index, max(l.leaf_index) over () as last from newest n
    cross join lateral (
      select entry_id from gate.records_v1
      where org_id = $1 and id = n.decision_id and type = 'gate-decisions' limit 1) r
    left join lateral (
      select leaf_index from ledger.leaves_v1 where org_id = $1 and entry_id = r.entry_id limit 1) l on true)
  select p.decision_id as id, o.decision, t.size as log_size from placed p
  join gate.outcomes_v1 o on o.org_id = $1 and o.decision_id = p.decision_id
  left join ledger.log_sizes_v1 t on t.org_id = $1
  where p.leaf_index is null or p.leaf_index = p.last
  order by p.leaf_index desc nulls first, o.decision, p.decision_id desc limit 1`

const FIND = `
  select r.record, r.entry_id, l.leaf_index from gate.records_v1 r
  left join ledger.leaves_v1 l on l.org_id = r.org_id and l.entry_id = r.entry_id
  where r.org_id = $1 and r.id = $2 and r.type = 'gate-decisions'`
