import type { Database } from '../../kernel/database/database.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'

/**
 * Moves times that are too far in the future back to now. While the database's clock ran ahead, before it was set back,
 * notifications, their retries and leases, budgets (`budget.ts`) and idle sessions got times in the future. Without this
 * correction they would wait until the clock reaches those times. Each limit is longer than a regular wait. Windows of quotas are
 * cleared (`expireWindows`).
 */
export async function bringBackTimes(db: Database): Promise<void> {
  for (const text of STATEMENTS) await db.query({ text })
}

const STATEMENTS = [
  `update ledger.notifications set next_at = now()
    where state = 'waiting' and next_at > now() + interval '2 hours'`,
  `update ledger.notifications set created_at = now()
    where state = 'waiting' and created_at > now() + interval '1 minute'`,
  `update ledger.notifications set lease_until = now()
    where state = 'waiting' and lease_until > now() + interval '15 minutes'`,
  ...['ledger.mail_budgets', 'ledger.attachment_budgets'].map(
    (table) => `update ${table} set at = now() where at > now() + interval '1 minute'`,
  ),
  `update ledger.sessions set last_seen_at = now() where last_seen_at > now() + interval '1 minute'`,
].map((statement) => `${across('times of a clock that was set back')} ${statement}`)
