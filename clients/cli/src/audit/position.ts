import { usage } from '../command/exit-codes.ts'
import { replaceFile } from '../files/replace-file.ts'
import { textOfFile } from '../files/text-of-file.ts'

/** Where a follower is in the log: the index of the last leaf that it has printed, the id of that entry, and its organization. */
export type Position = { after: number; organization?: string | undefined; entry?: string | undefined }

/** Reads the position from a file; undefined where there is no file. @throws Failure usage where the file has no position */
export async function readPosition(path: string): Promise<Position | undefined> {
  const text = await textOfFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw usage(`--state: ${path} cannot be read (${error.code})`)
  })
  if (text === undefined) return undefined
  const { after_leaf: after, organization_id: organization, entry_id: entry } = parsed(text)
  if (!Number.isSafeInteger(after) || Number(after) < -1)
    throw usage(`--state: ${path} is not a state of this command; name another file or delete it`)
  const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { after: Number(after), organization: textOr(organization), entry: textOr(entry) }
}

/** Replaces the file atomically: a reader sees either the old position or the new one. @throws Failure usage */
export async function writePosition(path: string, { after, organization, entry }: Position): Promise<void> {
  const kept = { after_leaf: after, organization_id: organization, entry_id: entry }
  await replaceFile(path, `${JSON.stringify(kept)}\n`, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw usage(`--state: ${path} cannot be written (${error.code})`)
  })
}

function parsed(text: string): { after_leaf?: unknown; organization_id?: unknown; entry_id?: unknown } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
