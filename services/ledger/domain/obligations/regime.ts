import type { Zone } from './calendar.ts'
import { ofStep } from './facts.ts'
import type { FilingFact, IncidentFacts, Limit, RegimeName, RuleSet, Settings } from './types.ts'

/** The case to which a regime is applied. */
export type Case = {
  regime: RegimeName
  incident: IncidentFacts
  /** The current filings of this regime. */
  filings: readonly FilingFact[]
  level: string
  set: RuleSet
  settings: Settings
  /** The organization's time zone. */
  zone: Zone
  /** When the entity became aware, or the time that is used instead. */
  aware: number
  now: number
}

/** A step of a regime. Filings and the present time decide the state of its obligation. */
export type Step = {
  step: string
  recipient: string
  article: string
  /** The event from which the limit runs, in words. */
  runsFrom: string
  /** When the limit began to run; null: that has not happened. */
  from: number | null
  /** When the report is due; null: the law gives no number, or the limit has not begun to run. */
  due: number | null
  /** The limit if the event that it runs from happened at its own limit. */
  forecast: number | null
  standsIn?: string | null
  /** The obligation arises only on a condition that has not been recorded. */
  conditional?: boolean
  /** The obligation does not arise. */
  notRequired?: boolean
  remark?: string
}

/** A regime: at which levels it is reported, lowest first, and its steps. */
export type Regime = {
  name: RegimeName
  /** The regulation of an incident that decides whether the regime applies, until a person has assessed it. */
  regulation: string
  levels: readonly string[]
  /** The names of all its steps. */
  stepNames: readonly string[]
  steps(given: Case): Step[]
}

/** The limit of a step: that of the rule set, unless the national law of the organization differs. */
export function limitOf({ regime, set, settings, aware }: Case, step: string, variant = ''): Limit {
  for (const { recipient, amount, unit, ...one } of settings.differences) {
    if (one.regime !== regime || one.step !== step || recipient !== null || amount === 0 || unit === null)
      continue
    if (isValid(one, aware)) return { amount, unit }
  }
  const limit = set.limits[`${regime}.${step}${variant === '' ? '' : `.${variant}`}`]
  if (limit === undefined) throw new TypeError(`rule set ${set.version} has no limit ${regime}.${step}`)
  return limit
}

/** Whether a national difference is in force on the day of an instant, in UTC. */
export function isValid(
  { valid_from, valid_until }: { valid_from: string | null; valid_until: string | null },
  at: number,
): boolean {
  const day = new Date(at).toISOString().slice(0, 10)
  return (valid_from === null || valid_from <= day) && (valid_until === null || day < valid_until)
}

/** When a step was first filed. */
export function firstFiled({ filings, regime }: Case, step: string): number | null {
  const [first] = ofStep(filings, regime, step)
  return first === undefined ? null : Date.parse(first.submitted_at)
}

/** When a step was last filed: an update counts. */
export function lastFiled({ filings, regime }: Case, step: string): number | null {
  const last = ofStep(filings, regime, step).at(-1)
  return last === undefined ? null : Date.parse(last.submitted_at)
}
