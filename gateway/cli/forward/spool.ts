import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectories } from '../../../services/kernel/make-directories.ts'
import { takeLock } from '../../../services/local/lock.ts'

/**
 * Opens a directory in which alerts wait until the endpoint has them. When `put` returns, the alert is on disk (file and directory
 * synced) and survives a crash of the relay or the machine.
 *
 * `pending/`: alerts to be delivered; `refused/`: alerts that the endpoint refuses, each with its reason in a `.reason` file. Once
 * repaired, a file can be forwarded again. Only one relay may use a directory at a time. It holds a lock that ends with its
 * process, so that another relay can start right after a crash. Directories are 0700, files 0600.
 *
 * @throws LocalError `in_use` while another relay runs
 */
export async function openSpool(directory: string): Promise<Spool> {
  const pending = join(directory, 'pending')
  const refused = join(directory, 'refused')
  for (const path of [directory, pending, refused]) await makeDirectories(path, 0o700)
  const lock = takeLock(join(directory, '.lock'), `another relay uses this spool: ${directory}`)
  for (const name of await readdir(pending)) if (!name.endsWith('.json')) await rm(join(pending, name))
  let sequence = 0
  let refusedCount = (await readdir(refused)).filter((name) => name.endsWith('.json')).length

  return {
    list: async () => (await readdir(pending)).sort(),
    read: async (name) => await readFile(join(pending, name)),
    async put(body) {
      const number = String(sequence++ % 1_000_000).padStart(6, '0')
      const name = `${Date.now()}-${number}-${randomBytes(4).toString('hex')}.json`
      await writeSynced(join(pending, `${name}.part`), body)
      await rename(join(pending, `${name}.part`), join(pending, name))
      await syncDirectory(pending)
      return name
    },
    remove: async (name) => await rm(join(pending, name)),
    async refuse(name, reason) {
      if (refusedCount >= MAX_REFUSED) return false
      await writeSynced(join(refused, `${name}.reason`), Buffer.from(`${reason}\n`))
      await rename(join(pending, name), join(refused, name))
      await syncDirectory(refused)
      refusedCount++
      return true
    },
    close: () => lock.release(),
  }
}

/**
 * Returns the time at which an alert came to the spool, in Unix seconds, from the name of its file; null if somebody else has
 * named the file. Its first signature has this time, in every run.
 */
export function keptAt(name: string): number | null {
  const [, ms] = /^([0-9]{13})-[0-9]{6}-/.exec(name) ?? []
  return ms === undefined ? null : Math.floor(Number(ms) / 1000)
}

/** Writes and syncs a file. If the disk is full, the partial file is deleted: it would take the space of the next one. */
async function writeSynced(path: string, data: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(data)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** How many refused alerts the directory keeps. */
const MAX_REFUSED = 10_000

export type Spool = {
  /** Names of the pending alerts, oldest first. */
  list(): Promise<string[]>
  read(name: string): Promise<Buffer>
  put(body: Uint8Array): Promise<string>
  remove(name: string): Promise<void>
  /** Moves an alert to `refused/`. @returns false if that is full: the alert then stays pending */
  refuse(name: string, reason: string): Promise<boolean>
  close(): void
}
