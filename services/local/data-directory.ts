import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeDirectories } from '../kernel/make-directories.ts'
import { explain, LocalError } from './errors.ts'
import { assertOurDirectory, readOurs } from './ownership.ts'

/**
 * Opens a data directory, and makes it where there is none. It accepts an existing directory only if it is empty or has our
 * marker, so that a mistyped path never mixes our files with other files, and only if no other user can have written to it
 * (ownership.ts).
 *
 * @returns its real path
 * @throws LocalError `not_ours`, `permission` or `disk_full`
 */
export async function openDataDirectory(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  try {
    if (await makeDirectories(path)) await chmod(path, isRoot() ? 0o711 : 0o700)
    const real = await realpath(path)
    await assertOurDirectory(real)
    const names = (await readdir(path)).filter((name) => name !== 'lost+found')
    if (!names.includes(MARKER)) {
      if (names.length > 0)
        throw new LocalError(
          'not_ours',
          `${path} is not a data directory of Attestry: it has other files in it`,
        )
      await writeFile(join(path, MARKER), MARKER_TEXT, { mode: 0o644 })
    }
    return real
  } catch (error) {
    throw explain(error, path)
  }
}

/** Reads the text of a file, or null where there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw explain(error, path)
  }
}

/**
 * Reads the secret kept in `path` (mode 0600); `make` makes it where there is none. The file appears as a whole or not at all.
 * Two processes that make it at the same time both get the one that was kept.
 */
export async function keepPrivate(path: string, make: () => string | Promise<string>): Promise<string> {
  const kept = await readOurs(path)
  if (kept !== null) return kept
  const draft = join(dirname(path), `.${randomBytes(8).toString('hex')}.new`)
  try {
    await writeFile(draft, await make(), { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    return (await readOurs(path))!
  } catch (error) {
    throw explain(error, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Makes a directory with exactly this mode, independently of the umask. Returns true if it did not exist before.
 *
 * @throws LocalError `not_ours` where one is there that somebody else has made or can change
 */
export async function makeDirectory(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path)
    await chmod(path, mode)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explain(error, path)
    await assertOurDirectory(path)
    return false
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

const MARKER = '.attestry-data-directory'
const MARKER_TEXT = 'This directory is kept by Attestry. Stop Attestry before you copy or move it.\n'
