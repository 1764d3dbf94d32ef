import { MAX_OBJECTS } from '../with-shared.ts'
import { beginsObject, endOfObject } from './text-sequences.ts'
import { transportHeader } from './transport-header.ts'

/**
 * Reads a text in which JSON of alerts and entries of devices stand on lines of their own: a collector writes what it gets to one stream.
 * The JSON may have several lines, and behind a header without fields begin in a line. `holdsAlert` tells which JSON is or holds an alert; other JSON
 * can belong to the entry before it. Text before the first alert that is no entry is a header. Returns null for any other text.
 */
export function mixedText(text: string, { json, entries, holdsAlert }: Readers): readonly unknown[] | null {
  if (!text.includes('\n')) return null
  const parts = jsonParts(text)
  const between = parts.map(({ line }, n) => text.slice(parts[n - 1]?.next ?? 0, line))
  const isEntry = (part: string): boolean => part.trim() !== '' && entries(part) !== null
  if (parts.length === 0 || ![...between, text.slice(parts.at(-1)!.next)].some(isEntry)) return null
  const contents: unknown[] = []
  let from = 0
  let isJoined = false
  const addEntries = (end: number): boolean => {
    const before = text.slice(from, end)
    const found = before.trim() === '' ? [] : entries(before)
    contents.push(...(found ?? []))
    return found !== null || contents.length === 0
  }
  for (const { line, start, end, next } of parts) {
    const isApart: boolean =
      PRIORITY.test(text.slice(line, start)) || (!isJoined && text.slice(from, line).trim() === '')
    const found = json(text.slice(start, end))
    isJoined = found === null || !(isApart || found.some((one) => holdsAlert(one)))
    if (found === null || isJoined) continue
    if (!addEntries(line)) return null
    contents.push(...found)
    from = next
  }
  return from > 0 && addEntries(text.length) ? contents : null
}

/**
 * Returns the JSON that begins in a line, alone or behind a header, and ends with a line, also with a comma: one object or list of objects, or
 * several. What does not end in its own line is searched for in the others only a few times. The rest of a text is not searched after
 * more parts than are examined.
 */
function jsonParts(text: string): readonly Part[] {
  const parts: Part[] = []
  const searches = { left: MAX_SEARCHES }
  for (let line = 0; line < text.length && parts.length <= MAX_OBJECTS; ) {
    const begin = beginsObject(text, line) ? 0 : transportHeader(text.slice(line, lineEnd(text, line)))
    const end = begin === undefined ? -1 : endOfObjects(text, line + begin, searches)
    const next = lineEnd(text, Math.max(line, end)) + 1
    if (begin !== undefined && end !== -1 && NOTHING_MORE.test(text.slice(end, next)))
      parts.push({ line, start: line + begin, end, next })
    line = next
  }
  return parts
}

/** Returns the index behind the object or list that begins at an index, and those that follow it in its last line; -1 if one does not end. */
function endOfObjects(text: string, from: number, searches: { left: number }): number {
  let end = from
  let line = lineEnd(text, from)
  while (beginsObject(text, end)) {
    let after = endOfObject(text, end, line)
    if (after === -1 && --searches.left >= 0) {
      after = endOfObject(text, end)
      line = lineEnd(text, after)
    }
    if (after === -1) return -1
    for (end = after; text[end] === ' ' || text[end] === '\t'; ) end++
  }
  return end
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Behind such a header, and after no other text, JSON cannot be a part of an entry. */
const PRIORITY = /^\s{0,20}<[0-9]{1,3}>/
const NOTHING_MORE = /^\s{0,20},?\s{0,20}$/
/** Each can take the length of the text. */
const MAX_SEARCHES = 16

type Part = { line: number; start: number; end: number; next: number }

/** `json` reads the JSON of a text, `entries` the entries of devices. */
type Readers = {
  json: (text: string) => readonly unknown[] | null
  entries: (text: string) => readonly unknown[] | null
  holdsAlert: (value: unknown) => boolean
}
