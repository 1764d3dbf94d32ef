import { join } from 'node:path'
import pg from 'pg'
import { readOurs } from '../ownership.ts'
import { SUPERUSER } from './cluster.ts'

/**
 * Returns the URL of the PostgreSQL that a running instance holds for a data directory, from the port and the password kept
 * there; undefined where none answers. It connects as superuser to the database `postgres`. The URL holds the password: never
 * print it.
 */
export async function runningPostgresUrl(dataDir: string): Promise<string | undefined> {
  const [port, password] = await Promise.all(
    ['port', 'password'].map(async (name) => (await readOurs(join(dataDir, 'postgres', name)))?.trim()),
  )
  if (!port || !password) return undefined
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  return client.connect().then(
    async () => {
      await client.end()
      return url
    },
    () => undefined,
  )
}
