import { type Database, openDatabase, type Statement } from '../../services/kernel/database/database.ts'
import type { ServiceName } from '../../services/kernel/identity/access.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'

type Options = Parameters<typeof openDatabase>[0]

/** Runs `read` with a database of a service that counts the bytes of each answer. */
export async function counted<T>(
  { url, service, entities = [] }: { url: string; service: ServiceName; entities?: Options['entities'] },
  read: (db: Database) => Promise<T>,
): Promise<{ read: T; answers: number[] }> {
  const db = await openDatabase({ url, service, entities, log: silentLog })
  const answers: number[] = []
  const query = async <R>(statement: Statement): Promise<R[]> => {
    const rows = await db.query<R>(statement)
    answers.push(Buffer.byteLength(JSON.stringify(rows)))
    return rows
  }
  try {
    return { read: await read({ ...db, query }), answers }
  } finally {
    await db.close()
  }
}
