import { existsSync } from 'node:fs'
import { access, constants, type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { byteLines } from '../../kernel/byte-lines.ts'
import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import { makeDirectories } from '../../kernel/make-directories.ts'
import type { StoredCheckpoint } from '../store/log/checkpoints.ts'

/**
 * The checkpoints outside the database: `checkpoints.jsonl` (mode 0600) in a directory (mode 0700), one line for each checkpoint,
 * `{"at","checkpoint"}`. The checkpoint is the signed note. The file is only appended to. If a full disk has cut off the last
 * line, the next line begins after it. An operator who ships the file to write-once storage can compare the database with it.
 */
export type CheckpointFile = {
  append(checkpoint: StoredCheckpoint): Promise<void>
  /** The time at which the last checkpoint in the file was signed. */
  lastSignedAt(): Promise<Date | undefined>
  /**
   * The largest checkpoint of each log in the file, by origin. If the log became shorter once, the last checkpoint before that
   * comes first. The lines are not verified, and lines that are appended meanwhile are not read. This may take minutes, because
   * the file has all checkpoints since the first.
   *
   * @throws the reason of `signal` once it aborts
   */
  largest(signal?: AbortSignal): Promise<Map<string, FiledCheckpoint[]>>
  /** The notes of one log in the file, in order. Other lines are skipped: only signed notes count. */
  read(origin: string, signal?: AbortSignal): AsyncIterable<string>
}

/** Size and root (base64) of a checkpoint in the file; no root where the line has none. */
export type FiledCheckpoint = { size: number; root: string | undefined }

/** Makes the directory if it is absent. @throws the error of the file system if this process cannot append to its file */
export async function requireAppendable(directory: string): Promise<void> {
  await makeDirectories(directory, 0o700)
  const path = join(directory, FILE)
  if (existsSync(path)) await access(path, constants.R_OK | constants.W_OK)
  else await access(directory, constants.W_OK | constants.X_OK)
}

const FILE = 'checkpoints.jsonl'

export function checkpointFile(directory: string): CheckpointFile {
  const path = join(directory, FILE)
  return {
    append: async ({ note, signedAt }) => {
      await makeDirectories(directory, 0o700)
      const file = await open(path, 'a+', 0o600)
      try {
        const line = JSON.stringify({ at: signedAt.toISOString(), checkpoint: note })
        await file.appendFile((await endsInLine(file)) ? `${line}\n` : `\n${line}\n`)
        await file.datasync()
      } finally {
        await file.close()
      }
    },
    lastSignedAt: () => lastSignedAt(path),
    largest: (signal) => largestIn(path, signal),
    read: (origin, signal) => notesIn(path, origin, signal),
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] === LF
}

async function lastSignedAt(path: string): Promise<Date | undefined> {
  const file = await openToRead(path)
  if (file === undefined) return undefined
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - TAIL_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n').reverse()
    return lines.map(lineOf).find((line) => line !== undefined)?.at
  } finally {
    await file.close()
  }
}

async function largestIn(path: string, signal?: AbortSignal): Promise<Map<string, FiledCheckpoint[]>> {
  const found = new Map<string, { last: FiledCheckpoint; cut?: FiledCheckpoint; largest: FiledCheckpoint }>()
  for await (const line of linesOf(path, signal)) {
    const [, origin, size, root] = HEAD.exec(line.toString('latin1')) ?? []
    if (origin === undefined) continue
    const last = { size: Number(size), root }
    const before = found.get(origin)
    const wasCut = before !== undefined && before.last.size > last.size
    const cut = wasCut ? { cut: before.last } : {}
    const largest = before !== undefined && before.largest.size >= last.size ? before.largest : last
    found.set(origin, { ...before, ...cut, last, largest })
  }
  return new Map(
    [...found].map(([origin, { cut, largest }]) => [
      origin,
      cut === undefined || cut === largest ? [largest] : [cut, largest],
    ]),
  )
}

async function* notesIn(path: string, origin: string, signal?: AbortSignal): AsyncGenerator<string> {
  for await (const line of linesOf(path, signal)) {
    if (!line.includes(origin)) continue
    const note = lineOf(line.toString())?.note
    if (note?.startsWith(`${origin}\n`)) yield note
  }
}

/** The lines that the file has now; none where there is no file. A line that is too long to be a checkpoint is skipped. */
async function* linesOf(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const file = await openToRead(path)
  if (file === undefined) return
  const share = eventLoopShare()
  try {
    const { size } = await file.stat()
    if (size === 0) return
    const pieces = file.createReadStream({ end: size - 1, highWaterMark: PIECE_BYTES, autoClose: false })
    for await (const lines of byteLines(pieces, LINE_BYTES)) {
      signal?.throwIfAborted()
      for (const line of lines) {
        const wait = share()
        if (wait !== undefined) await wait
        if (line !== undefined) yield line
      }
    }
  } finally {
    await file.close()
  }
}

/** Undefined where there is no file. */
async function openToRead(path: string): Promise<FileHandle | undefined> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function lineOf(line: string): { at: Date; note: string } | undefined {
  try {
    const { at, checkpoint } = JSON.parse(line)
    return typeof checkpoint === 'string' ? { at: new Date(at), note: checkpoint } : undefined
  } catch {
    return undefined
  }
}

const LF = 0x0a
/** Matches origin, size and root in a line, which is not parsed otherwise. */
const HEAD =
  /"checkpoint":"(attestry\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\n([0-9]{1,15})\\n(?:([A-Za-z0-9+/]{43}=)\\n)?/
/** Enough for a few lines. */
const TAIL_BYTES = 64 * 1024
/** A checkpoint takes some 400 bytes. */
const LINE_BYTES = 64 * 1024
const PIECE_BYTES = 256 * 1024
