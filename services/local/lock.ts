import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { explain, LocalError } from './errors.ts'

/**
 * Takes the exclusive lock on `path`. It is a kernel lock (fcntl, taken through SQLite, which Node.js includes), so it ends
 * with the process, however the process ends, and a file left behind locks nothing. Nothing else may open that file: closing
 * any descriptor of it would release the lock.
 *
 * @throws LocalError `in_use` when another process, or this one, holds it
 */
export function takeLock(path: string, heldMessage: string): Lock {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    chmodSync(path, 0o600)
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    const held = database
    return { release: () => held.isOpen && held.close() }
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new LocalError('in_use', heldMessage, { cause: error })
    if ((error as { errcode?: number }).errcode === SQLITE_CANTOPEN)
      throw new LocalError('permission', `${path}: cannot be opened by this user`, { cause: error })
    throw explain(error, path)
  }
}

const SQLITE_BUSY = 5
const SQLITE_CANTOPEN = 14

export type Lock = { release(): void }
