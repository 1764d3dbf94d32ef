import type { Database } from '../../kernel/database/database.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'

/**
 * Deletes answers that are too old for any retry, oldest first. One statement deletes the answers of one minute, so that it ends
 * in time even after a standstill or the restore of a copy.
 */
export async function expireAnswers(db: Database): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ deleted: boolean }>({ text: EXPIRE })
    if (!row?.deleted) return
  }
}

const EXPIRE = `${across('expire answers')}
  with old as (
    delete from ledger.answers where created_at < least(
      now() - interval '24 hours', (select min(created_at) from ledger.answers) + interval '1 minute')
    returning 1)
  select exists (select from old) as deleted`
