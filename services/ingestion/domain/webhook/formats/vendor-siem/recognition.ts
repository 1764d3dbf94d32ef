import { isObject } from '../../../../../kernel/json/is-object.ts'
import { firstKeys, hasKey, isObjectAt, valueAt, valuesAt } from '../../fields.ts'
import { plainText, textOf } from '../../text.ts'

/** A condition on an alert. `needs` names the missing field to the sender if the condition does not hold. */
export type Condition = {
  needs: string
  holds: (alert: unknown) => boolean
  /** Keys in folded spelling. The condition holds only for an alert with one of them. */
  keys?: readonly string[]
  /** True for a condition that nearly every body meets. It does not count as a resemblance to the product. */
  common?: boolean
}

/**
 * Makes a condition on the values at the paths. It checks the first keys of the paths first, which most objects do not have.
 */
function at(paths: readonly string[], needs: string, holds: (alert: unknown) => boolean): Condition {
  const keys = paths.flatMap(firstKeys)
  return { needs, keys, holds: (alert) => hasKey(alert, keys) && holds(alert) }
}

/** Any value stands at the path. */
export function has(path: string): Condition {
  return at([path], path, (alert) => valueAt(alert, path) !== undefined)
}

/** A value stands at one of the paths. */
export function hasOneOf(...paths: readonly string[]): Condition {
  return at(paths, paths.join(' or '), (alert) => valueAt(alert, ...paths) !== undefined)
}

/** One of these texts stands at the path, in any case. White space around it, which templates leave, is ignored. */
export function is(path: string, ...texts: readonly string[]): Condition {
  const wanted = new Set(texts.map((text) => text.toLowerCase()))
  return at([path], `${path} = ${texts.join(' or ')}`, (alert) =>
    valuesAt(alert, path, 1).some((value) => wanted.has(plainText(value).toLowerCase())),
  )
}

/** As `is`, for a key in this exact spelling: a product's `_type` tells more than the `type` of any other product. */
export function isKey(key: string, ...texts: readonly string[]): Condition {
  const condition = is(key, ...texts)
  const holds = (alert: unknown) => isObject(alert) && Object.hasOwn(alert, key) && condition.holds(alert)
  return { ...condition, holds }
}

/** A text, or a number, whose text matches the pattern stands at the path: log shippers turn an id of digits into a number. */
export function like(path: string, pattern: RegExp, words: string): Condition {
  return at([path], `${path} (${words})`, (alert) => {
    const text = textOf(valueAt(alert, path))
    return text !== null && text.length <= 2000 && pattern.test(text.trim())
  })
}

/** A number, or a text that is one, stands at the path. */
export function numeric(path: string): Condition {
  return at([path], `${path} (a number)`, (alert) => {
    const value = valueAt(alert, path)
    return (
      typeof value === 'number' || (typeof value === 'string' && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value.trim()))
    )
  })
}

/** An object, or the text of one in JSON, stands at the path. */
export function object(path: string): Condition {
  return at([path], `${path} (an object)`, (alert) => isObjectAt(alert, path))
}

/** Nothing stands at the path. This tells a product from another whose alerts have the same fields. */
export function lacks(path: string): Condition {
  return { needs: `no ${path}`, holds: (alert) => valueAt(alert, path) === undefined, common: true }
}

/** Counts the conditions of a form that hold, without the common ones, and names the fields of those that do not. */
export function compare(form: readonly Condition[], alert: unknown): Comparison {
  const missing = form.filter(({ holds }) => !holds(alert))
  const held = form.filter((condition) => condition.common !== true && !missing.includes(condition))
  const isTelling = held.some(({ needs }) => tellingFields(needs, alert).length > 0)
  return { held: held.length, isTelling, missing: missing.map(({ needs }) => needs) }
}

/** `isTelling`: a condition holds on a field that is not in every product's alerts. */
type Comparison = { held: number; isTelling: boolean; missing: string[] }

/** The fields of a condition that the alert has and that are not in every product's alerts. */
function tellingFields(needs: string, alert: unknown): string[] {
  const fields = fieldsOf(needs)
  const own = fields.length > 1 ? fields.filter((field) => valueAt(alert, field) !== undefined) : fields
  return own.filter((field) => !isEverywhere(field))
}

/** The fields of a condition: one with what it says of its value, or several without. */
function fieldsOf(needs: string): string[] {
  return /^\S+ [=(]/.test(needs) ? [needs] : needs.split(' or ')
}

/**
 * Whether alerts of every product have a field. A condition on the text of a field is one of the product's own, except for grades
 * and states, whose words products share.
 */
function isEverywhere(field: string): boolean {
  const end = field.includes(' ') ? field.indexOf(' ') : field.length
  const path = field.slice(0, end)
  const kind = field.slice(end)
  const steps = path.split('.').map(fold)
  const isOfText = kind !== '' && kind !== ' (a number)' && kind !== ' (an object)'
  if (isOfText && !GRADES.has(steps.at(-1)!)) return false
  return steps.every((step) => EVERYWHERE.has(step))
}

const GRADES: ReadonlySet<string> = new Set(['severity', 'priority', 'level', 'status', 'state'])

const fold = (field: string) => field.toLowerCase().replaceAll('_', '')

const EVERYWHERE = new Set([
  ...['id', 'name', 'title', 'description', 'message', 'type', 'category', 'severity', 'priority', 'level'],
  ...['status', 'state', 'host', 'hostname', 'source', 'service', 'data', 'version', 'uuid', '@id'],
  ...['time', 'timestamp', '@timestamp', 'date', 'eventtime', 'createdat', 'eventtype'],
  ...['subject', 'summary', 'displayname', 'createddatetime', 'lastupdatedatetime'],
  ...['alert', 'alertid', 'alertname', 'alerttype', 'event', 'eventid', 'incident', 'monitor', 'msg'],
  ...['user', 'username', 'agent', 'device', 'resource', 'details', 'organization', 'domain', 'project'],
])
