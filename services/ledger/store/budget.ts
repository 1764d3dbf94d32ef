import type { Database } from '../../kernel/database/database.ts'

/** The amount of a limited resource that an organization may still use. It refills over time, and all processes share it. */
export type Budget = {
  /**
   * Takes an amount if anything is left. The amount may exceed the rest; later draws then wait until the budget has refilled. If a
   * large amount had to wait until enough is left, small draws could take everything that refills, and it would wait for ever.
   *
   * @returns 0, or in how many seconds something is left
   */
  draw(organizationId: string, amount: number): Promise<number>
  /** Returns what was drawn and not used. */
  giveBack(organizationId: string, amount: number): Promise<void>
}

/** `most`: how much may be taken in `seconds`. It comes back evenly. */
type Bound = { table: 'ledger.mail_budgets' | 'ledger.attachment_budgets'; most: number; seconds: number }

export function budget(db: Database, { table, most, seconds }: Bound): Budget {
  // The amount that is left now. A clock that was set back takes nothing away.
  const available = `least($2::float8, b.available + greatest(0, extract(epoch from now() - b.at)) * $2::float8 / ${seconds})`
  const draw = `insert into ${table} as b (org_id, available, at) values ($1, $2::float8 - $3::float8, now())
    on conflict (org_id) do update set available = ${available} - $3::float8, at = now() where ${available} >= 1
    returning b.org_id`
  const wait = `select ceil((1 - ${available}) * ${seconds} / $2::float8)::float8 as seconds
    from ${table} b where b.org_id = $1`
  const giveBack = `update ${table} set available = available + $2::float8 where org_id = $1`
  return {
    draw: async (organizationId, amount) => {
      const values = [organizationId, most]
      const drawn = await db.query({ name: `draw on ${table}`, text: draw, values: [...values, amount] })
      if (drawn.length > 0) return 0
      const [left] = await db.query<{ seconds: number }>({ name: `again ${table}`, text: wait, values })
      return Math.max(1, left?.seconds ?? 1)
    },
    giveBack: async (organizationId, amount) => {
      await db.query({ name: `give back ${table}`, text: giveBack, values: [organizationId, amount] })
    },
  }
}
