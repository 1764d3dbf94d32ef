import pg from 'pg'

/** Makes a database, a clone of `template` where one is given, and returns its URL. */
export async function createDatabase(clusterUrl: string, name: string, template?: string): Promise<string> {
  await sql(clusterUrl, `create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

/** A fresh clone of the migrated template. */
export async function cloneDatabase(clusterUrl: string): Promise<string> {
  count += 1
  const name = `t_${process.pid}_${count}_${Date.now().toString(36)}`
  return createDatabase(clusterUrl, name, 'template_attestry')
}

/** Runs statements as the superuser of that URL and returns the rows of the last. */
export async function sql<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return connected(url, (run) => run<R>(text, values))
}

/** How many statements of that database wait for a lock. */
export async function waitingForLocks(url: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    url,
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row!.n
}

/** Lends a connection of the superuser of that URL: a connection costs more than most statements. */
export async function connected<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (text, values = []) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

/** Runs statements and returns the rows of the last. */
export type Run = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>

let count = 0
