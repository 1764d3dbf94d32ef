import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'

/** A file that an option names, while it is written in the same directory under a temporary name. */
export type OutputFile = {
  write(chunk: Uint8Array): Promise<void>
  /** Gives the file its name, once all of it is on disk. @throws DomainError if something has taken that name */
  keep(): Promise<void>
  /** Deletes the file, unless it was kept. */
  drop(): Promise<void>
}

/**
 * Begins a file that appears under its name complete or not at all. An earlier file stays untouched until then. Users who may not
 * read the earlier file may not read the new one. A pipe or a terminal is written to directly.
 *
 * @throws DomainError if the file exists already, unless it may be replaced
 */
export async function openOutput(
  path: string,
  { overwrite, mode }: { overwrite: boolean; mode: number },
): Promise<OutputFile> {
  const found = await stat(path).catch(() => undefined)
  if (!overwrite && found !== undefined) throw exists(path)
  if (found !== undefined && !found.isFile()) return openDirectly(path)
  const named = found === undefined ? path : await realpath(path)
  const partial = `${named}.partial-${randomBytes(4).toString('hex')}`
  const file = await open(partial, 'wx', found === undefined ? mode : mode & found.mode)
  let kept = false
  return {
    write: async (chunk) => writeAll(file, chunk),
    keep: async () => {
      await file.sync()
      await file.close()
      await (overwrite ? rename(partial, named) : place(partial, named))
      kept = true
    },
    drop: async () => {
      if (kept) return
      await file.close().catch(() => {})
      await rm(partial, { force: true })
    },
  }
}

async function openDirectly(path: string): Promise<OutputFile> {
  const file = await open(path, 'w')
  const close = async () => file.close().catch(() => {})
  return { write: async (chunk) => writeAll(file, chunk), keep: close, drop: close }
}

function exists(path: string): DomainError {
  return new DomainError(Reason.UNSPECIFIED, `${path} exists already: --overwrite replaces it`)
}

/** Gives the partial file its name, unless something has taken that name meanwhile. */
async function place(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(path)
    // A file system without links.
    return rename(partial, path)
  }
  await rm(partial)
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}
