import type { Database } from '../../../kernel/database/database.ts'

/** How many e-mails an organization may send: it chooses to whom, and each recipient of a mail counts. The same for all processes. */
export type MailBudget = {
  /**
   * Takes as many as the mail has recipients, of as many as are there for an hour. They come back evenly. A mail may take more than are left,
   * which the next ones wait for: it would wait for ever for as many, where mails of fewer recipients take each one that comes back.
   *
   * @returns 0, or in how many seconds there will be one
   */
  draw(organizationId: string, recipients: number): Promise<number>
  /** Returns the draw of a mail that was not sent. */
  giveBack(organizationId: string, recipients: number): Promise<void>
}

export function mailBudget(db: Database, perHour: number): MailBudget {
  return {
    draw: async (organizationId, recipients) => {
      const values = [organizationId, perHour]
      const drawn = await db.query({ name: 'draw on mails', text: DRAW, values: [...values, recipients] })
      if (drawn.length > 0) return 0
      const [left] = await db.query<{ seconds: number }>({ name: 'mails again', text: WAIT, values })
      return Math.max(1, left?.seconds ?? 1)
    },
    giveBack: async (organizationId, recipients) => {
      await db.query({ name: 'give back mails', text: GIVE_BACK, values: [organizationId, recipients] })
    },
  }
}

/** What there is now. A clock that was set back takes nothing away. */
const AVAILABLE =
  'least($2::float8, b.available + greatest(0, extract(epoch from now() - b.at)) * $2::float8 / 3600)'

const DRAW = `insert into ledger.mail_budgets as b (org_id, available, at) values ($1, $2::float8 - $3::float8, now())
  on conflict (org_id) do update set available = ${AVAILABLE} - $3::float8, at = now() where ${AVAILABLE} >= 1
  returning b.org_id`

const WAIT = `select ceil((1 - ${AVAILABLE}) * 3600 / $2::float8)::float8 as seconds
  from ledger.mail_budgets b where b.org_id = $1`

const GIVE_BACK = 'update ledger.mail_budgets set available = available + $2::float8 where org_id = $1'
