import { contentHash } from '../../content-hash.ts'
import { valueAt, valuesAt } from '../../fields.ts'
import { isAbsent, isBlank, textOf } from '../../text.ts'

/** The product's own id of an alert, which no two alerts share: the text at the first path that has a value. */
export function id(...paths: readonly string[]): (alert: unknown) => string {
  return (alert) => ownId(alert, paths) ?? contentHash(alert)
}

/**
 * The values at some paths, joined by colons; `missing` replaces an absent one. The alert has no id without the text at `needed`,
 * one of the paths.
 */
export function joinedOr(
  missing: string,
  needed: string,
  ...paths: readonly string[]
): (alert: unknown) => string {
  return (alert) =>
    ownId(alert, [needed]) === null
      ? contentHash(alert)
      : paths.map((path) => textOf(valueAt(alert, path)) ?? missing).join(':')
}

/** An id that is unique only within a scope, joined with the first scope that the alert names. */
export function idWithin(ids: readonly string[], scopes: readonly string[]): (alert: unknown) => string {
  return (alert) => {
    const own = ownId(alert, ids)
    const scope = textOf(valueAt(alert, ...scopes))
    if (own === null) return contentHash(alert)
    return scope === null || isBlank(scope) ? own : `${own}@${scope}`
  }
}

/**
 * A product's id that two alerts can share, joined with a hash of the values that tell them apart, or of the whole alert if all of
 * these, or all of the times among them, are absent. Several paths in one place are alternatives: the first that has a text counts.
 */
export function idAnd(
  ids: string | readonly string[],
  ...distinguishing: readonly (string | readonly string[])[]
): (alert: unknown) => string {
  const paths = typeof ids === 'string' ? [ids] : ids
  const times = distinguishing.flat().filter((path) => TIME.test(path))
  const lacksTime = (alert: unknown) =>
    times.length > 0 && !times.some((path) => hasValue(valuesAt(alert, path)))
  return (alert) => {
    const own = ownId(alert, paths)
    const rest = distinguishing.map((other) =>
      valuesAt(alert, typeof other === 'string' ? other : firstWith(alert, other)),
    )
    if (own === null) return contentHash(alert)
    return `${own} ${contentHash(rest.some(hasValue) && !lacksTime(alert) ? rest : alert)}`
  }
}

function firstWith(alert: unknown, paths: readonly string[]): string {
  return paths.find((path) => ownId(alert, [path]) !== null) ?? paths[0]!
}

/**
 * A hash of the values at some paths; of the whole alert if all are absent. An id that stands for an absent value does not tell
 * one alert from another: the whole alert is hashed, too.
 */
export function hashOf(...paths: readonly string[]): (alert: unknown) => string {
  const hash = hashOfShared(...paths)
  const ids = paths.filter((path) => ID.test(path))
  return (alert) => {
    const lacksId = ids.some((path) => valuesAt(alert, path).some(standsForNone))
    return lacksId ? contentHash([hash(alert), alert]) : hash(alert)
  }
}

function standsForNone(value: unknown): boolean {
  const text = textOf(value)
  return text !== null && !isBlank(text) && isNoId(text)
}

/** A hash of the values that an alert and its closure share; of the whole alert if all are absent. */
export function hashOfShared(...paths: readonly string[]): (alert: unknown) => string {
  return (alert) => {
    const values = paths.map((path) => valuesAt(alert, path))
    return contentHash(values.some(hasValue) ? values : alert)
  }
}

/** Whether one of the values at a path is not a text that stands for an absent value. */
function hasValue(values: readonly unknown[]): boolean {
  return values.some((value) => {
    const text = textOf(value)
    return text === null || !isNoId(text)
  })
}

/** As `hashOfShared`; null if the first path, which names the subject, has no text. */
export function hashOfSubject(first: string, ...more: readonly string[]): (alert: unknown) => string | null {
  return requiring([first], hashOfShared(first, ...more))
}

/** As `of`; null if none of some paths, such as those of the time, has a text that does not stand for an absent value. */
export function requiring(
  paths: readonly string[],
  of: (alert: unknown) => string | null,
): (alert: unknown) => string | null {
  return (alert) => (idAt(alert, paths) === null ? null : of(alert))
}

/** A hash of the whole alert: for products whose alerts never change once they are sent. */
export const wholeAlert = contentHash

/** For alerts that nothing tells from their next occurrence: only the same delivery is a replay. */
export const delivery = (): null => null

/** Returns the text at the first path whose value is a text that does not stand for an absent value; null if there is none. */
export function idAt(alert: unknown, paths: readonly string[]): string | null {
  return textAt(alert, paths, isAbsent)
}

/** As `idAt`, for an id that no two alerts share: the nil UUID is the id of none. */
function ownId(alert: unknown, paths: readonly string[]): string | null {
  return textAt(alert, paths, isNoId)
}

function textAt(alert: unknown, paths: readonly string[], isNone: (text: string) => boolean): string | null {
  for (const path of paths) {
    const text = textOf(valueAt(alert, path))
    if (text !== null && !isNone(text)) return text
  }
  return null
}

/** Whether a text is the id of no object: a word for an absent value, the nil UUID, or a text with an unfilled template variable. */
function isNoId(text: string): boolean {
  return isAbsent(text) || NIL.test(text) || (text.length < LONGEST_TEMPLATE && hasVariable(text))
}

/** `host-{{ .id }}`, `[alert.id]`: the first anywhere, the second as the whole text, since addresses and lists have brackets. */
function hasVariable(text: string): boolean {
  const open = text.indexOf('{{')
  return (open >= 0 && text.includes('}}', open + 3)) || NAME_IN_BRACKETS.test(text.trim())
}

const LONGEST_TEMPLATE = 500
const NAME_IN_BRACKETS = /^\[[A-Za-z][\w.-]*\]$/
/** Written with hyphens or, as many senders write UUIDs and trace ids, without. */
const NIL = /^\{?0{8}(?:(?:-0{4}){3}-0{12}|0{24})\}?$/
/** The path of a time: `startedAt`, `trigger_time`, `TIMESTAMP`, `opened_at`, `startepoch`. It tells one firing of a rule from the next. */
const TIME = /(?:[tT]ime|TIME|[tT]imestamp|TIMESTAMP|[dD]ate|_at|[a-z]At|_on|[eE]poch(?:Millis)?|[sS]tart)$/
/** The path of an id: `issue.id`, `monitorId`, `scan_id`, `uuid`. */
const ID = /(?:^|[._-])(?:id|uid|uuid|guid)$|[a-z](?:I[dD]|U?UID|Uuid|Guid)$/
