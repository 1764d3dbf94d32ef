import pg from 'pg'

/**
 * Makes a database and returns its URL. Where a `template` is given, the database is a clone of it. The files of the template are
 * copied as files, since otherwise each of their pages passes through the memory of the server and its WAL.
 */
export async function createDatabase(clusterUrl: string, name: string, template?: string): Promise<string> {
  if (template !== undefined) closeIdle()
  const from = template === undefined ? '' : ` template ${template} strategy file_copy`
  await sql(clusterUrl, `create database ${name}${from}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Makes a new clone of the migrated template. */
export async function cloneDatabase(clusterUrl: string): Promise<string> {
  count += 1
  const name = `t_${process.pid}_${count}_${Date.now().toString(36)}`
  return createDatabase(clusterUrl, name, 'template_attestry')
}

/**
 * Runs statements as the superuser of that URL and returns the rows of the last one. A connection costs more than most
 * statements, so it is kept for a second for the next call, which finds it in the state of a new one. A connection that failed is
 * closed. Before statements that end connections, all are closed.
 */
export async function sql<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  if (text.includes('pg_terminate_backend')) closeIdle()
  const client = await poolOf(url).connect()
  let isAsNew = false
  try {
    const { rows } = await client.query<R>(text, values)
    isAsNew = await client.query('discard all').then(
      () => true,
      () => false,
    )
    return rows
  } finally {
    client.release(!isAsNew)
  }
}

/** Closes the connections that `sql` has kept. */
export function closeIdle(): void {
  for (const pool of pools.values()) void pool.end()
  pools.clear()
}

function poolOf(url: string): pg.Pool {
  const kept = pools.get(url)
  if (kept !== undefined) return kept
  const pool = new pg.Pool({
    connectionString: url,
    max: 1000,
    idleTimeoutMillis: 1000,
    allowExitOnIdle: true,
  })
  // A connection may be ended while nobody uses it, or while a statement runs, which then fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  pools.set(url, pool)
  return pool
}

/** Returns how many statements in that database wait for a lock. */
export async function waitingForLocks(url: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    url,
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row!.n
}

/** Returns how many sessions wait for a lock of that table of that database. */
export async function waitingForTable(url: string, table: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    url,
    `select count(*)::int as n from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and relation = $1::regclass and not granted`,
    [table],
  )
  return row!.n
}

/** Returns how many entries of the log wait for their place in their tree. */
export async function entriesInQueue(url: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    url,
    'select ((select count(*) from ledger.entries) - (select count(*) from ledger.leaves))::int as n',
  )
  return row!.n
}

/** Gives `work` a connection of its own, for statements that share a session: a transaction, settings, locks. */
export async function connected<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text, values = []) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

/** Runs statements and returns the rows of the last one. */
export type Run = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>

const pools = new Map<string, pg.Pool>()
let count = 0
