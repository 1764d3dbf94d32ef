import { firstKeys, hasKey, valueAt, valuesAt } from '../../fields.ts'
import { isObject } from '../../own.ts'
import { plainText } from '../../text.ts'

/** A condition on an alert; `needs` names the field for a sender whose alert lacks it. */
export type Condition = {
  needs: string
  holds: (alert: unknown) => boolean
  /** Folded keys of which an alert must have one for it to hold. */
  keys?: readonly string[]
  /** Holds of nearly every body, so that nothing looks like the product for it. */
  common?: boolean
}

/** A condition that a value stands at one of the paths, and that it is as it should be. Most objects have no key that begins any of them. */
function at(paths: readonly string[], needs: string, holds: (alert: unknown) => boolean): Condition {
  const keys = paths.flatMap(firstKeys)
  return { needs, keys, holds: (alert) => hasKey(alert, keys) && holds(alert) }
}

/** Some value stands there. */
export function has(path: string): Condition {
  return at([path], path, (alert) => valueAt(alert, path) !== undefined)
}

/** A value stands at one of the paths. */
export function hasOneOf(...paths: readonly string[]): Condition {
  return at(paths, paths.join(' or '), (alert) => valueAt(alert, ...paths) !== undefined)
}

/** One of these texts stands there, in any case; templates leave white space around values. */
export function is(path: string, ...texts: readonly string[]): Condition {
  const wanted = new Set(texts.map((text) => text.toLowerCase()))
  return at([path], `${path} = ${texts.join(' or ')}`, (alert) =>
    valuesAt(alert, path, 1).some((value) => wanted.has(plainText(value).toLowerCase())),
  )
}

/** As `is`, for a key that counts in this very spelling: `_type` of a product tells more than any other product's `type`. */
export function isKey(key: string, ...texts: readonly string[]): Condition {
  const condition = is(key, ...texts)
  const holds = (alert: unknown) => isObject(alert) && Object.hasOwn(alert, key) && condition.holds(alert)
  return { ...condition, holds }
}

/** A text that matches stands there. */
export function like(path: string, pattern: RegExp, words: string): Condition {
  return at([path], `${path} (${words})`, (alert) => {
    const value = valueAt(alert, path)
    return typeof value === 'string' && value.length <= 2000 && pattern.test(value.trim())
  })
}

/** A number, also written as text, stands there. */
export function numeric(path: string): Condition {
  return at([path], `${path} (a number)`, (alert) => {
    const value = valueAt(alert, path)
    return (
      typeof value === 'number' || (typeof value === 'string' && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value.trim()))
    )
  })
}

/** An object stands there. */
export function object(path: string): Condition {
  return at([path], `${path} (an object)`, (alert) => isObject(valueAt(alert, path)))
}

/** Nothing stands there: tells a product from one whose alerts have the same fields. */
export function lacks(path: string): Condition {
  return { needs: `no ${path}`, holds: (alert) => valueAt(alert, path) === undefined, common: true }
}

/** How many telling conditions of a form hold, and the fields of those that do not. */
export function compare(form: readonly Condition[], alert: unknown): Comparison {
  const missing = form.filter(({ holds }) => !holds(alert))
  const held = form.filter((condition) => condition.common !== true && !missing.includes(condition))
  const isTelling = held.some(({ needs }) => !EVERYWHERE.has(needs.toLowerCase()))
  return { held: held.length, isTelling, missing: missing.map(({ needs }) => needs) }
}

/** `isTelling`: a field was found that is not in the alerts of any product. */
type Comparison = { held: number; isTelling: boolean; missing: string[] }

const EVERYWHERE = new Set([
  ...['id', 'name', 'title', 'description', 'message', 'type', 'category', 'severity', 'priority', 'level'],
  ...[
    'status',
    'state',
    'time',
    'timestamp',
    '@timestamp',
    'date',
    'eventtime',
    'host',
    'hostname',
    'source',
    'service',
    'data',
    'version',
    'uuid',
    'uuid or @id',
  ],
])
