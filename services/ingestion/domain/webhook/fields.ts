import { isObject } from './own.ts'

/**
 * The values at a dotted path of an alert, such as `evidence.deviceDnsName`, in their order and at most `limit`.
 *
 * A product's alerts travel in several forms. A path therefore finds both nested objects and keys with dots in them;
 * lists on the way are walked, a list at its end gives its elements; where no key is spelt as in the path, one counts
 * that differs in case, underscores and hyphens only (`createdTimeUtc`, `created_time_utc`). Null and absent values are
 * left out. Own properties only: nothing inherited is ever read, whatever an alert calls its keys.
 */
export function valuesAt(alert: unknown, path: string, limit = 1000): unknown[] {
  const found: unknown[] = []
  walk(alert, stepsOf(path), 0, limit, found)
  return found
}

/** The first value at the first of some paths that has one, or undefined. */
export function valueAt(alert: unknown, ...paths: readonly string[]): unknown {
  for (const path of paths) {
    const [value] = valuesAt(alert, path, 1)
    if (value !== undefined) return value
  }
  return undefined
}

function walk(node: unknown, steps: readonly string[], from: number, limit: number, found: unknown[]): void {
  if (node === undefined || node === null || found.length >= limit) return
  if (Array.isArray(node)) {
    for (const element of node) {
      if (found.length >= limit) return
      walk(element, steps, from, limit, found)
    }
  } else if (from === steps.length) {
    found.push(node)
  } else if (isObject(node)) {
    walkKeys(node, steps, from, limit, found)
  }
}

/** Exact keys come before similar ones, short keys before those that hold dots. */
function walkKeys(
  node: { [key: string]: unknown },
  steps: readonly string[],
  from: number,
  limit: number,
  found: unknown[],
): void {
  const before = found.length
  for (const exact of [true, false]) {
    let key = ''
    for (let next = from; next < steps.length; next++) {
      key = next === from ? steps[next]! : `${key}.${steps[next]}`
      const own = exact ? key : similarKeys(node).get(folded(key))
      if (own === undefined || !Object.hasOwn(node, own)) continue
      walk(node[own], steps, next + 1, limit, found)
      if (found.length > before) return
    }
  }
}

function similarKeys(node: object): ReadonlyMap<string, string> {
  let keys = similar.get(node)
  if (keys === undefined) {
    keys = new Map()
    for (const key of Object.keys(node)) if (!keys.has(folded(key))) keys.set(folded(key), key)
    similar.set(node, keys)
  }
  return keys
}

function folded(key: string): string {
  return key.replace(/[_-]/g, '').toLowerCase()
}

function stepsOf(path: string): readonly string[] {
  let steps = parsed.get(path)
  if (steps === undefined) {
    steps = path.split('.')
    parsed.set(path, steps)
  }
  return steps
}

/** The folded keys of an object that was looked into, for as long as the object lives. */
const similar = new WeakMap<object, Map<string, string>>()
/** Paths come from the products' tables, so there are only so many. */
const parsed = new Map<string, readonly string[]>()
