import type { Level } from './levels.ts'
import type { Condition } from './recognition.ts'
import type { StateRule } from './state.ts'

/**
 * One product whose alerts are taken as they come: a table of where its alerts hold what. Paths are dotted
 * (fields.ts) and in order of preference. Everything a table reads was chosen by the sender.
 */
export type Product = {
  /** Stands in records for ever. */
  id: string
  name: string
  /** Where the product describes its alerts, or where real ones were read. */
  source: string
  /** The forms its alerts come in: an alert is recognised when every condition of one form holds. */
  forms: readonly Form[]
  /** Whole titles: the first that has a value wins. `{path}` is replaced by the value; a title without it is fixed. */
  title: readonly Reading[]
  /** Titles for alerts that have none of their own; the incident says that one stands in. */
  titleStandIn?: readonly Reading[]
  /** As for titles. */
  description?: readonly (string | ((alert: unknown) => unknown))[]
  /** The first that names a level wins. */
  severity: readonly ((alert: unknown) => Level | null)[]
  /** The name of the system that raised the alert; the product's name where the alert says none. */
  sourceSystem?: (alert: unknown) => unknown
  /** When it happened; as for titles. */
  time: readonly (Reading | ((alert: unknown) => unknown))[]
  /** The affected systems: all values of all paths. */
  systems?: readonly string[]
  /** What distinguishes one alert from another. */
  identity: Identity
  /** Where the text of what was found stands, which can be an alert of another product (carried-alert.ts). */
  carries?: string
  /** Where an alert says how many others its sender left out. */
  leftOut?: string
  /** What says that there is nothing (more) to act on. */
  state?: readonly StateRule[]
}

/**
 * A path, a template with paths in braces, the part of a text that the first group of a pattern finds, or what a function makes of it. `of` reads
 * the alert, where the place follows from the alert itself; its path is what a sender must give.
 */
export type Reading =
  | string
  | { path: string; part: RegExp }
  | { path: string; read: (text: string) => unknown }
  | { path: string; of: (alert: unknown) => unknown }

/** A form of a product's alerts, recognised by all of its conditions together. */
export type Form = readonly Condition[]

/**
 * `of` gives the event id of an alert, or null where nothing but the very delivery tells it from another. `why` answers
 * whether two alerts can share it, and where that is said. `closes`: of products whose closures do not repeat the id,
 * what an alert and its closure have in common. `unmatched`: why an end that an alert tells of is not looked for, where some
 * or all of its alerts give nothing to find it by.
 */
type Identity = {
  of: (alert: unknown) => string | null
  why: string
  closes?: (alert: unknown) => string | null
  unmatched?: string
}
