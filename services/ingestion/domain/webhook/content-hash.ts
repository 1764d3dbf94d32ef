import { createHash } from 'node:crypto'
import { isObject } from '../../../kernel/json/is-object.ts'

/**
 * Returns `sha256:<hex>` of a JSON value. The order of keys and white space do not change the hash. Unlike RFC 8785 it takes
 * integers that a double cannot hold (bigints) and lone surrogates: any alert has a hash.
 */
export function contentHash(value: unknown): string {
  return `sha256:${createHash('sha256').update(ordered(value)).digest('hex')}`
}

function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join(',')}]`
  if (typeof value === 'bigint') return value.toString()
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${ordered(value[key])}`)
  return `{${members.join(',')}}`
}
