import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { makeDirectories } from '../../../services/kernel/make-directories.ts'
import { explain } from '../../../services/local/errors.ts'
import { takeLock } from '../../../services/local/lock.ts'

/** The directory of a mirror: a log of tiles as files, which any web server can serve. */
export type Copy = {
  /** Reads a file; undefined if it does not exist. */
  read(path: string): Promise<Buffer | undefined>
  /** Returns once the file is on the disk, whole, under its name. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
  /**
   * Keeps a signed checkpoint that contradicts the copy: it proves that its signer showed two histories. Notes with the same text
   * share one file, whatever signatures they carry.
   *
   * @returns its file
   */
  keepRefused(text: string, checkpoint: Uint8Array): Promise<string>
  close(): void
}

/** Opens the directory for the one process that writes it. @throws LocalError */
export async function openCopy(path: string): Promise<Copy> {
  const directory = resolve(path)
  try {
    await makeDirectories(directory)
  } catch (error) {
    throw explain(error, directory)
  }
  const lock = takeLock(join(directory, '.lock'), `${directory} is in use: another process writes it`)
  const drafts = join(directory, '.drafts')
  try {
    // Drafts of a process that was ended while it wrote.
    await rm(drafts, { recursive: true, force: true })
    await makeDirectories(drafts)
  } catch (error) {
    lock.release()
    throw explain(error, drafts)
  }
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const file = join(directory, name)
    const draft = join(drafts, randomBytes(8).toString('hex'))
    try {
      await makeDirectories(dirname(file))
      const written = await open(draft, 'wx', 0o644)
      try {
        await written.writeFile(bytes)
        await written.sync()
      } finally {
        await written.close()
      }
      await rename(draft, file)
    } catch (error) {
      throw explain(error, file)
    } finally {
      await rm(draft, { force: true })
    }
  }
  const read = (name: string): Promise<Buffer | undefined> =>
    readFile(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw explain(error, join(directory, name))
    })
  return {
    read,
    write,
    remove: (name) => rm(join(directory, name), { force: true }),
    keepRefused: async (text, checkpoint) => {
      const name = `refused/${sha256Hex(text).slice(0, 16)}.checkpoint`
      if ((await read(name)) === undefined) await write(name, checkpoint)
      return join(directory, name)
    },
    close: () => lock.release(),
  }
}
