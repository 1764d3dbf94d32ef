import { MAX_OBJECTS } from '../with-shared.ts'
import { endOfObject } from './text-sequences.ts'
import { LONGEST_HEADER, transportHeader } from './transport-header.ts'

/**
 * Reads a text in which JSON of alerts and entries of devices stand on lines of their own: a collector writes what it gets to one stream.
 * The JSON may have several lines, and behind a header without fields begin in a line. `isAlert` tells which JSON is an alert; other JSON
 * can belong to the entry before it. Text before the first alert that is no entry is a header. Returns null for any other text.
 */
export function mixedText(text: string, { json, entries, isAlert }: Readers): readonly unknown[] | null {
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
    isJoined = found === null || !(isApart || found.every(isAlert))
    if (found === null || isJoined) continue
    if (!addEntries(line)) return null
    contents.push(...found)
    from = next
  }
  return from > 0 && addEntries(text.length) ? contents : null
}

/**
 * Returns the objects and lists of objects that begin in a line, alone or behind a header, and end with a line: the indexes of the line, of the
 * JSON and of the line after it. The rest of a text is not searched after a bracket that is not closed, or more parts than are examined.
 */
function jsonParts(text: string): readonly Part[] {
  const parts: Part[] = []
  for (let line = 0; line < text.length && parts.length <= MAX_OBJECTS; ) {
    const head = text.slice(line, Math.min(lineEnd(text, line), line + LONGEST_HEADER))
    const begin = JSON_ALONE.test(head) ? 0 : transportHeader(head)
    const end = begin === undefined ? line : endOfObject(text, line + begin)
    if (end === -1) break
    const next = lineEnd(text, end) + 1
    if (begin !== undefined && text.slice(end, next).trim() === '')
      parts.push({ line, start: line + begin, end, next })
    line = next
  }
  return parts
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Behind such a header, and after no other text, JSON cannot be a part of an entry. */
const PRIORITY = /^\s{0,20}<[0-9]{1,3}>/
const JSON_ALONE = /^\[?\{/

type Part = { line: number; start: number; end: number; next: number }

/** `json` reads the JSON of a text, `entries` the entries of devices. */
type Readers = {
  json: (text: string) => readonly unknown[] | null
  entries: (text: string) => readonly unknown[] | null
  isAlert: (value: unknown) => boolean
}
