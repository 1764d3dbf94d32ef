import pg from 'pg'

const pools = new Map<string, pg.Pool>()

/** Runs one statement on connections that the test file keeps. */
export async function query<R extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  let pool = pools.get(databaseUrl)
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString: databaseUrl, max: 2, allowExitOnIdle: true })
    pool.on('error', () => {})
    pools.set(databaseUrl, pool)
  }
  return (await pool.query<R>(text, values)).rows
}
