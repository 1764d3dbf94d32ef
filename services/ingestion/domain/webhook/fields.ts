import { isObject } from '../../../kernel/json/is-object.ts'
import { parseBody } from './body.ts'
import { isPlaceholder } from './text.ts'

/**
 * Returns the values at a dotted path of an alert, such as `evidence.deviceDnsName`, in their order and at most `limit`.
 *
 * A product's alerts come in several forms, so a path is read tolerantly. It finds nested objects as well as keys with dots in
 * them. Lists on the way are walked, and a list at its end gives its elements. A text of JSON on the way counts as what it holds:
 * exports of tables write nested objects so. If no key is spelt as in the path, a key that differs only in case, underscores,
 * hyphens and the zone of a column counts (`createdTimeUtc`, `created_time_utc`, `StartTime [UTC]`). Null and absent values are
 * left out, and so are template variables that the sender did not fill in. Only own properties are read, whatever an alert calls
 * its keys. At most 5,000 values of an alert are read.
 */
export function valuesAt(alert: unknown, path: string, limit = 1000): unknown[] {
  const search: Search = { keys: keysOf(path), limit, found: [], left: MAX_NODES, opensLast: false }
  walk(search, alert, 0)
  return search.found
}

/** Reads alerts as they are written: while `read` runs, a text of JSON on the way of a path stays a text. */
export function asWritten<T>(read: () => T): Written<T> {
  const outer = closed
  closed = { texts: 0 }
  try {
    const result = read()
    return { result, texts: closed.texts }
  } finally {
    closed = outer
  }
}

/** `texts`: how many texts of JSON would have counted as what they hold. */
export type Written<T> = { result: T; texts: number }

/** Returns the first value at the first of some paths that has one, or undefined. */
export function valueAt(alert: unknown, ...paths: readonly string[]): unknown {
  for (const path of paths) {
    const [value] = valuesAt(alert, path, 1)
    if (value !== undefined) return value
  }
  return undefined
}

/** Whether an object, or the text of one in JSON, stands first at a path. */
export function isObjectAt(alert: unknown, path: string): boolean {
  const search: Search = { keys: keysOf(path), limit: 1, found: [], left: MAX_NODES, opensLast: true }
  walk(search, alert, 0)
  return isObject(search.found[0])
}

/** Returns the value at a path of keys. A key in another case counts if none is spelt as here. Lists are not walked. */
export function ownLike(value: unknown, ...path: readonly string[]): unknown {
  let current = value
  for (const key of path) {
    if (!isObject(current)) return undefined
    const name = Object.hasOwn(current, key) ? key : similarKey(current, foldedKey(key))
    if (name === undefined) return undefined
    current = current[name]
  }
  return current ?? undefined
}

/** Returns the keys, in folded spelling, of which an object must have one to have a value at the path. */
export function firstKeys(path: string): string[] {
  return keysOf(path)[0]!.map(({ folded }) => folded)
}

/** Returns the keys of an object in folded spelling; none for any other value. */
export function foldedKeys(alert: unknown): Iterable<string> {
  return isObject(alert) ? new Set(Object.keys(alert).map(foldedKey)) : []
}

/** Returns the folded spelling of a key, in which keys are compared. */
export function foldedKey(key: string): string {
  let name = folded.get(key)
  if (name === undefined) {
    name = fold(key)
    if (key.length > MAX_KNOWN_LENGTH) return name
    if (folded.size >= MAX_KNOWN) folded.clear()
    folded.set(key, name)
  }
  return name
}

/** Whether an object has one of these keys in folded spelling. */
export function hasKey(alert: unknown, folded: readonly string[]): boolean {
  return isObject(alert) && folded.some((key) => similarKey(alert, key) !== undefined)
}

/** @param from the number of steps of the path that led here */
function walk(search: Search, node: unknown, from: number): void {
  if (node === undefined || node === null || search.found.length >= search.limit || --search.left < 0) return
  if (Array.isArray(node)) {
    for (const place of node.keys()) {
      if (search.found.length >= search.limit || search.left < 0) return
      walk(search, memberOf(search, node, place, from), from)
    }
  } else if (from === search.keys.length) {
    if (!isPlaceholder(node)) search.found.push(node)
  } else if (isObject(node)) {
    walkKeys(search, node, from)
  }
}

/** Exact keys come before similar ones, short keys before those that hold dots. */
function walkKeys(search: Search, node: { [key: string]: unknown }, from: number): void {
  const before = search.found.length
  const keys = search.keys[from]!
  for (const { exact, next } of keys) {
    if (!Object.hasOwn(node, exact)) continue
    walk(search, memberOf(search, node, exact, next), next)
    if (search.found.length > before) return
  }
  for (const { folded, next } of keys) {
    const key = similarKey(node, folded)
    if (key === undefined) continue
    walk(search, memberOf(search, node, key, next), next)
    if (search.found.length > before) return
  }
}

/** Returns a member of an object or a list. If steps of the path are left, a text of JSON counts as what it holds. */
function memberOf({ keys, opensLast }: Search, node: object, key: string | number, from: number): unknown {
  const member: unknown = (node as { [key: string | number]: unknown })[key]
  const isOpened = opensLast || from < keys.length
  if (!isOpened || typeof member !== 'string' || !JSON_TEXT.test(member)) return member
  if (closed !== null) {
    closed.texts += 1
    return member
  }
  let known = texts.get(node)
  if (known === undefined) {
    known = new Map()
    texts.set(node, known)
  }
  if (!known.has(key)) {
    const parsed = parseBody(Buffer.from(member))
    known.set(key, parsed.ok ? parsed.value : member)
  }
  return known.get(key)
}

/** Returns the first key of an object with this folded spelling. */
function similarKey(node: object, folded: string): string | undefined {
  const known = similar.get(node)
  if (known !== undefined) return known.get(folded)
  const keys = Object.keys(node)
  // A body can have tens of thousands of small objects, for which a cache takes longer than it saves.
  if (keys.length <= FEW_KEYS) return keys.find((key) => foldedKey(key) === folded)
  return similarKeys(node).get(folded)
}

function similarKeys(node: object): ReadonlyMap<string, string> {
  let keys = similar.get(node)
  if (keys === undefined) {
    keys = new Map()
    for (const key of Object.keys(node)) {
      const name = foldedKey(key)
      if (!keys.has(name)) keys.set(name, key)
    }
    similar.set(node, keys)
  }
  return keys
}

/** Kusto's tools name a column of times with their zone: `TimeGenerated [UTC]`. */
const UTC = / \[UTC\]$/

function fold(key: string): string {
  return key.replace(UTC, '').replace(/[_-]/g, '').toLowerCase()
}

/**
 * Returns, for each number of steps that lead to an object, the keys that may come next. A key of several steps has dots in it.
 */
function keysOf(path: string): readonly Key[][] {
  let keys = parsed.get(path)
  if (keys === undefined) {
    const steps = path.split('.')
    keys = steps.map((_, from) =>
      steps.slice(from).map((_, more) => {
        const exact = steps.slice(from, from + more + 1).join('.')
        return { exact, folded: fold(exact), next: from + more + 1 }
      }),
    )
    parsed.set(path, keys)
  }
  return keys
}

type Key = { exact: string; folded: string; next: number }
/**
 * `left`: the number of values that may still be read. A body of a hundred thousand values is searched for hundreds of paths.
 * `opensLast`: a text of JSON at the end of the path counts as what it holds, too.
 */
type Search = {
  keys: readonly Key[][]
  limit: number
  found: unknown[]
  left: number
  opensLast: boolean
}

const MAX_NODES = 5000
const FEW_KEYS = 3
/** Cache of the folded keys of objects, for as long as an object lives. */
const similar = new WeakMap<object, Map<string, string>>()
/** Cache of what the texts in objects and lists hold, for as long as these live. */
const texts = new WeakMap<object, Map<string | number, unknown>>()
/** Not null while `asWritten` runs. */
let closed: { texts: number } | null = null
const JSON_TEXT = /^\s{0,16}[[{]/
/** Cache of folded keys. The sender controls them, so their number and length are bounded. */
const folded = new Map<string, string>()
const MAX_KNOWN = 10_000
const MAX_KNOWN_LENGTH = 64
/** Cache of parsed paths. They come from the products' tables, so that their number is bounded. */
const parsed = new Map<string, readonly Key[][]>()
