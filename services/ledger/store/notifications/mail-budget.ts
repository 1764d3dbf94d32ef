import type { Database } from '../../../kernel/database/database.ts'
import { type Budget, budget } from '../budget.ts'

/** How many e-mails an organization may send. It chooses the recipients, and each recipient of a mail counts. */
export type MailBudget = Budget

export function mailBudget(db: Database, perHour: number): MailBudget {
  return budget(db, { table: 'ledger.mail_budgets', most: perHour, seconds: 3600 })
}
