import { sha256 } from '../../../../services/kernel/crypto/digest.ts'
import { isObject } from '../../../../services/kernel/json/is-object.ts'
import { logOrigin, ORIGIN_PREFIX } from '../../../../services/kernel/tlog/log-origin.ts'
import { isUuid } from '../../../../services/kernel/values/ids.ts'
import { UsageError } from '../../errors/usage-error.ts'

/**
 * Reads the signed notes of one log in a file of checkpoints. The file is one of these: `checkpoints.jsonl`; lines of the log
 * stream, which a log shipper may have wrapped or syslog and journald may have prefixed; or one signed note, as mirrors,
 * witnesses and packages have it. Notes of other logs and lines without a note are ignored. Each note is returned once, in order.
 * Only the hashes of the notes of this log are kept in memory: the file may hold the checkpoints of many logs over years.
 *
 * @param named the option and the path, for messages
 * @throws UsageError for a line that cannot be read, and if there is no note of this log
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
    if (signed.length > 0 || (number === 1 && line.startsWith(ORIGIN_PREFIX))) {
      if (signed.length < NOTE_LINES) signed.push(line.replace(/\r$/, ''))
      continue
    }
    if (isWords(line)) continue
    for (const note of notesIn(line, DEPTH)) {
      if (note === undefined) throw new UsageError(`${named}: line ${number} cannot be read; was it cut?`)
      if (!note.startsWith(`${logOrigin(organizationId)}\n`)) continue
      const hash = sha256(note).toString('base64url')
      if (found.has(hash)) continue
      found.add(hash)
      yield note
    }
  }
  if (signed.length > 0) {
    const note = signedNote(signed, named)
    if (note.startsWith(`${logOrigin(organizationId)}\n`)) return yield note
  }
  if (found.size === 0) throw new UsageError(`${named}: no checkpoint of this log is in it`)
}

/** Returns the text of a signed note. @throws UsageError */
function signedNote(lines: string[], named: string): string {
  const note = `${lines.join('\n')}\n`
  if (!SIGNED_NOTE.test(note)) throw new UsageError(`${named}: the checkpoint cannot be read; was it cut?`)
  return note
}

/** Whether a line is plain words: not an object, not a note, and not a part of one that was cut. */
function isWords(line: string): boolean {
  const text = line.trim()
  return !OBJECT_START.test(text) && !/^["[]|\}$/.test(text) && !NOTE_PART.test(text)
}

/** Returns the notes in a line, with undefined for one that cannot be read. A string in the line may be a wrapped line. */
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
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isNote(value: unknown): value is string {
  const id = typeof value === 'string' ? /^attestry\/([^\n]*)\n/.exec(value)?.[1] : undefined
  return id !== undefined && isUuid(id) && id === id.toLowerCase()
}

/**
 * The number of lines of a signed note that are read: three of text, a blank one, and the log's signature. Signatures of
 * witnesses follow.
 */
const NOTE_LINES = 5
const SIGNED_NOTE =
  /^(attestry\/[0-9a-f-]{36})\n\d+\n[A-Za-z0-9+/]{43}=\n\n— \1 (?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\n$/

const OBJECT_START = /(?:^|\s)\{/
const NOTE_PART = /attestry\/[0-9A-Fa-f]{8}-/

/** Limit of the times that a shipper may have wrapped a line. */
const DEPTH = 2
