import { isObject } from '../../../../../../kernel/json/is-object.ts'

/**
 * Opens an entry of Fluentd as JSON: `[tag, time, record]`, or `[tag, [[time, record], …]]`, each with options after it
 * (fluent/fluentd, Forward Protocol Specification v1, "Message Modes" and "Forward Mode"). Returns its records; null for any other
 * list. The tag and the time are those of Fluentd, so the records stay as they are.
 */
export function fluentRecords(list: readonly unknown[]): readonly unknown[] | null {
  const [tag, second, third, options] = list
  if (typeof tag !== 'string' || !TAG.test(tag) || list.length > 4) return null
  if (isTime(second)) return isObject(third) && isOptions(options) ? [third] : null
  if (!Array.isArray(second) || second.length === 0 || list.length > 3 || !isOptions(third)) return null
  return second.every(isEntry) ? second.map(([, record]) => record) : null
}

function isEntry(value: unknown): value is [number, object] {
  return Array.isArray(value) && value.length === 2 && isTime(value[0]) && isObject(value[1])
}

/** Seconds since 1970; also a text, as formatters write it, and nothing else: a line of a log begins with a time too. */
function isTime(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && TIMES.some((form) => form.test(value)))
}

/** Any text without white space, which has no form of an alert: a text of several words, or of JSON, is a line of a log. */
const TAG = /^(?![[{"])[^\s|]{0,512}$/
const TIMES = [
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]{5,18}(?: ?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?$/,
  /^[0-9]{2}[/][A-Z][a-z]{2}[/][0-9]{4}:[0-9:]{8}(?: [+-][0-9]{4})?$/,
  /^[0-9]{9,19}(?:[.][0-9]{1,9})?$/,
]

/** The options of the specification alone: any other object could be an alert, which MUST NOT be dropped. */
function isOptions(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return isObject(value) && Object.keys(value).every((name) => OPTIONS.has(name))
}

const OPTIONS: ReadonlySet<string> = new Set(['size', 'chunk', 'compressed', 'fluent_signal'])
