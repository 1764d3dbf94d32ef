import { valueAt, valuesAt } from '../../fields.ts'
import { plainText } from '../../text.ts'
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
 * is not English counts only if each of the paths that has a text, and not just a number, names an end: the label of a reopened
 * alert is unknown, and other fields can still name its former end.
 */
export function labelledStatus(...paths: readonly string[]): StateRule {
  const english = status(...paths)
  const read = (alert: unknown): State | null => english.read(alert) ?? translatedEnd(alert, paths)
  return { paths, read }
}

function translatedEnd(alert: unknown, paths: readonly string[]): State | null {
  const texts = paths.flatMap((path) => valuesAt(alert, path, 20)).map((value) => plainText(value).trim())
  const states = texts
    .filter((text) => text !== '' && !/^[0-9]+$/.test(text))
    .map((text) => stateOf(text) ?? translatedState(text))
  return states.includes(null) ? null : (states[0] ?? null)
}

/** Reads the product's own words, numbers or booleans. */
export function when(path: string, values: readonly (string | number | boolean)[], state: State): StateRule {
  const wanted = new Set(values.map((value) => String(value).toLowerCase()))
  const read = (alert: unknown): State | null =>
    wanted.has(plainText(valueAt(alert, path)).toLowerCase()) ? state : null
  return { paths: [path], read }
}

/** A rule of a product's own. */
export function rule(read: (alert: unknown) => State | null, ...paths: readonly string[]): StateRule {
  return { paths, read }
}
