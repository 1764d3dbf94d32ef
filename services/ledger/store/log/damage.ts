import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'

/**
 * A condition on a row `t` of ledger.trees: its head has the size of its leaves, and its frontier has as many hashes as a tree of
 * that size.
 */
export const SOUND = `(
  length(t.frontier) = 32 * bit_count(t.size::bit(64)) and t.size = coalesce((
    select l.index + 1 from ledger.leaves l where l.org_id = t.org_id order by l.index desc limit 1), 0))`

/** The organizations whose tree cannot grow, because its head does not match its leaves. */
export async function damagedTrees(db: Pick<Database, 'query'>): Promise<string[]> {
  return (await db.query<{ org_id: string }>({ text: DAMAGED })).map(({ org_id }) => org_id)
}

const DAMAGED = `${across('damaged trees')}
  select t.org_id from (
    select org_id, size, frontier from ledger.trees
    union all
    select distinct q.org_id, 0::bigint, ''::bytea from ledger.queue q
    where not exists (select from ledger.trees t where t.org_id = q.org_id)) t
  where not ${SOUND}`
