import { isObject } from '../../../../../kernel/json/is-object.ts'
import { valueAt, valuesAt } from '../../fields.ts'
import { isBlank, plainText } from '../../text.ts'
import { readTimestamp } from '../../timestamp.ts'
import type { Condition } from './recognition.ts'
import { translatedState } from './state-translations.ts'
import { type State, stateOf } from './state-words.ts'

export type { State }

/** Reads the state of an alert at the paths where its sender gives it; null if they give none, which counts as open. */
export type StateRule = { paths: readonly string[]; read: (alert: unknown) => State | null }

/** Reads the usual words for a state at any of the paths. */
export function status(...paths: readonly string[]): StateRule {
  const read = (alert: unknown): State | null => {
    for (const path of paths) {
      for (const value of valuesAt(alert, path, 20)) {
        const state = stateOf(value)
        if (state !== null) return state
      }
    }
    return null
  }
  return { paths, read }
}

/**
 * As `status`, for the fields of a product that hold the state of the alert as a label in the language of its user. A label that
 * is not English counts only if each of the paths that has a value names an end: the label of a reopened alert is unknown, and
 * other fields can still name its former end. A number names none: the product's rules for numbers come first. An object does
 * not count if its label is at another of the paths.
 */
export function labelledStatus(...paths: readonly string[]): StateRule {
  const english = status(...paths)
  const read = (alert: unknown): State | null => english.read(alert) ?? translatedEnd(alert, paths)
  return { paths, read }
}

function translatedEnd(alert: unknown, paths: readonly string[]): State | null {
  const states = paths.flatMap((path) => {
    const values = valuesAt(alert, path, 20).filter((value) => typeof value !== 'string' || !isBlank(value))
    const isLabelled = paths.some(
      (other) => other.startsWith(`${path}.`) && valueAt(alert, other) !== undefined,
    )
    return (isLabelled ? values.filter((value) => !isObject(value)) : values).map(endOf)
  })
  return states.includes(null) ? null : (states[0] ?? null)
}

function endOf(value: unknown): State | null {
  return stateOf(value) ?? translatedState(plainText(value).trim())
}

/** Reads the product's own words, numbers or booleans. */
export function when(path: string, values: readonly (string | number | boolean)[], state: State): StateRule {
  const wanted = new Set(values.map((value) => String(value).toLowerCase()))
  const read = (alert: unknown): State | null =>
    wanted.has(plainText(valueAt(alert, path)).toLowerCase()) ? state : null
  return { paths: [path], read }
}

/**
 * Reads the time at which an alert ended. Values that senders write for none, such as an empty text, 0 or year 1, are no end. A
 * reopened alert keeps the time of its former end: it does not count while a status at one of the paths says that the alert is
 * open.
 */
export function endedAt(path: string, state: State, ...statuses: readonly string[]): StateRule {
  return rule((alert) => {
    const words = statuses.map((at) => plainText(valueAt(alert, at)))
    const isOpen = words.some((word) => IS_OPEN.test(word) || AT_WORK.test(word))
    return isOpen || readTimestamp(valueAt(alert, path)) === null ? null : state
  })
}

const IS_OPEN = /^(?:active|open(?:ed)?|new|unread|to[ _-]?(?:do|review))$/i

/**
 * As a rule, for the verdict or the reason with which people end an alert. It does not count while a status says that somebody works
 * on the alert: a reopened one keeps the reason of its former end. A status is the path of a usual word, or a condition on the
 * product's own word or number.
 */
export function reasonOfEnd(
  { paths, read }: StateRule,
  ...statuses: readonly (string | Condition)[]
): StateRule {
  const isAtWork = (alert: unknown) =>
    statuses.some((one) =>
      typeof one === 'string' ? AT_WORK.test(plainText(valueAt(alert, one))) : one.holds(alert),
    )
  return { paths, read: (alert) => (isAtWork(alert) ? null : read(alert)) }
}

const AT_WORK =
  /^(?:re-?opened|(?:work[ _-])?in[ _-]?(?:progress|review)|investigating|(?:under|in)[ _-]?investigation|assigned|escalated|pending|waiting|on[ _-]?hold)$/i

/** A rule of a product's own. */
export function rule(read: (alert: unknown) => State | null, ...paths: readonly string[]): StateRule {
  return { paths, read }
}
