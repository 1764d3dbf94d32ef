import type { EntityManager } from '@mikro-orm/postgresql'

/** A statement of the ORM that reads rows. */
type Rows = { limit(limit: number): { getQuery(): string; getParams(): readonly unknown[] } }

/** Counts rows in the database, up to 10,000: counting a longer list costs no more. No row becomes an object. */
export async function counted(em: EntityManager, rows: Rows): Promise<{ count: bigint; more: boolean }> {
  const limited = rows.limit(MOST + 1)
  const [row] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from (${limited.getQuery()}) counted`,
    [...limited.getParams()],
  )
  const { n } = row!
  return { count: BigInt(Math.min(n, MOST)), more: n > MOST }
}

const MOST = 10_000
