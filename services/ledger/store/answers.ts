import type { Database } from '../../kernel/database/database.ts'
import { across } from '../../kernel/database/wall/relations.ts'

/** Forgets answers that no retry gets any more. */
export async function forgetAnswers(db: Database): Promise<void> {
  await db.query({
    text: `${across('forget answers')} delete from ledger.answers where created_at < now() - interval '24 hours'`,
  })
}
