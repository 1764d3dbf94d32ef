import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectories } from '../../../services/kernel/make-directories.ts'
import { explain } from '../../../services/local/errors.ts'

/** Writes a file that only this user may read. Makes its directory. An earlier file is replaced atomically. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${randomBytes(8).toString('hex')}.new`)
  try {
    await makeDirectories(dirname(path), 0o700)
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, path)
  } catch (error) {
    throw explain(error, path)
  } finally {
    await rm(draft, { force: true })
  }
}
