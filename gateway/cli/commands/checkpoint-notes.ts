import { sha256 } from '../../../services/kernel/crypto/digest.ts'
import { isUuid } from '../../../services/kernel/values/ids.ts'
import { UsageError } from '../usage-error.ts'

/**
 * The notes of one log in a file of checkpoints: `checkpoints.jsonl`, or lines of the log stream, also as a log shipper has
 * wrapped them or behind the words that syslog and journald put before a line, or one signed note as mirrors, witnesses and packages have it.
 * Notes of other logs, lines of the log stream without a note, and what the process says in words are ignored. Each note is returned once,
 * in order. The file may have the checkpoints of years and of many logs: only hashes of this log's notes are kept.
 *
 * @param named the option and the path, for messages
 * @throws UsageError for a line that cannot be read, and where there is no note of this log
 */
export async function* checkpointNotes(
  lines: AsyncIterable<string> | Iterable<string>,
  organizationId: string,
  named: string,
): AsyncGenerator<string> {
  const found = new Set<string>()
  const signed: string[] = []
  let number = 0
  for await (const line of lines) {
    number += 1
    if (signed.length > 0 || (number === 1 && line.startsWith('attestry/'))) {
      if (signed.length < NOTE_LINES) signed.push(line.replace(/\r$/, ''))
      continue
    }
    if (isWords(line)) continue
    for (const note of notesIn(line, DEPTH)) {
      if (note === undefined) throw new UsageError(`${named}: line ${number} cannot be read; was it cut?`)
      if (!note.startsWith(`attestry/${organizationId}\n`)) continue
      const hash = sha256(note).toString('base64url')
      if (found.has(hash)) continue
      found.add(hash)
      yield note
    }
  }
  if (signed.length > 0) {
    const note = `${signed.join('\n')}\n`
    if (!SIGNED_NOTE.test(note)) throw new UsageError(`${named}: the checkpoint cannot be read; was it cut?`)
    if (note.startsWith(`attestry/${organizationId}\n`)) return yield note
  }
  if (found.size === 0) throw new UsageError(`${named}: no checkpoint of this log is in it`)
}

/** Not a part of an object or of a note: a line that was cut begins as one or ends as one. */
function isWords(line: string): boolean {
  const text = line.trim()
  return !OBJECT_START.test(text) && !/^["[]|\}$/.test(text) && !NOTE_PART.test(text)
}

/** The notes of a line; undefined for what cannot be read. A string in it may be a line again. */
function notesIn(line: string, depth: number): (string | undefined)[] {
  const object = objectOf(line.slice(OBJECT_START.exec(line)?.index ?? 0))
  if (object === undefined) return [undefined]
  if ('checkpoint' in object) return [isNote(object.checkpoint) ? object.checkpoint : undefined]
  if (depth === 0) return []
  return Object.values(object).flatMap((value) =>
    typeof value === 'string' && OBJECT_START.test(value) && NOTE_PART.test(value)
      ? notesIn(value, depth - 1)
      : [],
  )
}

function objectOf(line: string): { [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { [name: string]: unknown })
      : undefined
  } catch {
    return undefined
  }
}

function isNote(value: unknown): value is string {
  const id = typeof value === 'string' ? /^attestry\/([^\n]*)\n/.exec(value)?.[1] : undefined
  return id !== undefined && isUuid(id) && id === id.toLowerCase()
}

/** Of a signed note: three lines, the blank one, and the signature of the log. Those of witnesses come after it. */
const NOTE_LINES = 5
const SIGNED_NOTE =
  /^(attestry\/[0-9a-f-]{36})\n\d+\n[A-Za-z0-9+/]{43}=\n\n— \1 (?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\n$/

const OBJECT_START = /(?:^|\s)\{/
const NOTE_PART = /attestry\/[0-9A-Fa-f]{8}-/

/** How many times a shipper may have wrapped a line. */
const DEPTH = 2
