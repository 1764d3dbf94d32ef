import { valueAt, valuesAt } from '../../fields.ts'
import { plainText } from '../../text.ts'
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
