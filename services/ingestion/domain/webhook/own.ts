import { isObject } from '../../../kernel/json/is-object.ts'

/**
 * Returns the value at a path of object keys, or undefined if any step is missing or null.
 *
 * Reads own properties of plain objects only: inherited ones are never read, whatever a body calls its keys (`__proto__`,
 * `constructor`).
 */
export function own(value: unknown, ...path: string[]): unknown {
  let current = value
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined
    current = current[key]
  }
  return current ?? undefined
}

/** Makes an own property, also of a key such as `__proto__`. */
export function setOwn(object: { [key: string]: unknown }, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

/**
 * Returns the whole number that a value is, or that a string of digits with optional surrounding white space gives; null for
 * anything else.
 */
export function integer(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  return typeof value === 'string' && /^\s{0,9}-?[0-9]{1,15}\s{0,9}$/.test(value) ? Number(value) : null
}

/** Returns the finite number that a value is, or that a decimal string gives; null for anything else. */
export function decimal(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^\s{0,9}-?[0-9]{1,15}(?:\.[0-9]{1,15})?\s{0,9}$/.test(value)
    ? Number(value)
    : null
}
