import { isObject } from '../../../../../kernel/json/is-object.ts'
import { setOwn } from '../../own.ts'

/**
 * Converts keys with dots, as searches and rows write nested objects, to nested objects: `{"agent.name": "a"}` becomes
 * `{"agent": {"name": "a"}}`. If a key is used for a value and for an object, the first one counts. Returns null for an object
 * without such keys.
 */
export function withObjects(value: Json): Json | null {
  const keys = Object.keys(value)
  if (!keys.some((key) => key.includes('.') && stepsOf(key).length > 1)) return null
  const whole: Json = {}
  const made = new Set<Json>([whole])
  for (const key of keys) place(whole, stepsOf(key), value[key], made)
  return whole
}

/** Splits a key at its dots. A key with an empty step, or with too many steps, stays whole. */
function stepsOf(key: string): string[] {
  if (!key.includes('.')) return [key]
  const steps = key.split('.')
  return steps.length > MAX_STEPS || steps.includes('') ? [key] : steps
}

/** Puts a value at its steps. Only the objects in `made` are written to; an object of the sender is copied first. */
function place(whole: Json, steps: readonly string[], value: unknown, made: Set<Json>): void {
  let node = whole
  for (const step of steps.slice(0, -1)) {
    const there: unknown = Object.hasOwn(node, step) ? node[step] : {}
    if (!isObject(there)) return
    const next = made.has(there) ? there : { ...there }
    made.add(next)
    setOwn(node, step, next)
    node = next
  }
  const last = steps.at(-1)!
  if (!Object.hasOwn(node, last)) setOwn(node, last, value)
}

const MAX_STEPS = 10

type Json = { [key: string]: unknown }
