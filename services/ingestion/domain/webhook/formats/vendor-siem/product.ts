import type { Level } from './levels.ts'
import type { Condition } from './recognition.ts'
import type { StateRule } from './state.ts'

/**
 * The table of one product: where its alerts hold which value. Paths are dotted (fields.ts) and in order of preference. The
 * sender controls everything that a table reads.
 */
export type Product = {
  /** MUST NOT change: it is stored in records. */
  id: string
  name: string
  /** The product's description of its alerts, or the source of real ones. */
  source: string
  /** The forms its alerts come in: an alert is recognised when every condition of one form holds. */
  forms: readonly Form[]
  /** Whole titles: the first that has a value wins. `{path}` is replaced by the value. */
  title: readonly Reading[]
  /** Titles for alerts without one of their own. The incident notes that its title stands in. */
  titleStandIn?: readonly Reading[]
  /** As for titles. */
  description?: readonly (string | ((alert: unknown) => unknown))[]
  /** The first that names a level wins. */
  severity: readonly ((alert: unknown) => Level | null)[]
  /** The name of the system that raised the alert; the product's name if the alert has none. */
  sourceSystem?: (alert: unknown) => unknown
  /** The time of the event; as for titles. */
  time: readonly (Reading | ((alert: unknown) => unknown))[]
  /** The affected systems: all values of all paths. */
  systems?: readonly string[]
  /** The value that tells one alert from another. */
  identity: Identity
  /** The path of the text that a search found, which can be an alert of another product (carried-alert.ts). */
  carries?: string
  /** The path of the number of alerts that the sender left out. */
  leftOut?: string
  /** Rules that tell that there is nothing (more) to act on. */
  state?: readonly StateRule[]
}

/**
 * A path, a template with paths in braces, the part of a text that the first group of a pattern matches, or the result of a
 * function. `of` reads the whole alert, for a place that depends on the alert; its `path` is the field that a refusal names.
 */
export type Reading =
  | string
  | { path: string; part: RegExp }
  | { path: string; read: (text: string) => unknown }
  | { path: string; of: (alert: unknown) => unknown }

/** A title that is the same for every alert. A refusal names the path. */
export function fixed(title: string, path: string): Reading {
  return { path, of: () => title }
}

/** A form of a product's alerts, recognised by all of its conditions together. */
export type Form = readonly Condition[]

/**
 * `of` returns the event id of an alert, or null if only the delivery itself tells it from another. `why` says whether two
 * alerts can share the id, with the source. `closes` returns a value that an alert and its closure share, for products whose
 * closures do not repeat the id. `unmatched` says why an alert's closure is not matched, if some or all alerts have no such
 * value.
 */
type Identity = {
  of: (alert: unknown) => string | null
  why: string
  closes?: (alert: unknown) => string | null
  unmatched?: string
}
