// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/obligations/regime.ts, whose types are taken away. Do not change it here.
import { ofStep } from './facts.mjs'

/** The limit of a step: that of the rule set, unless the national law of the organization differs. */
export function limitOf({ regime, set, settings, aware }, step, variant = '') {
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
  { valid_from, valid_until },
  at,
) {
  const day = new Date(at).toISOString().slice(0, 10)
  return (valid_from === null || valid_from <= day) && (valid_until === null || day < valid_until)
}

/** When a step was first filed. */
export function firstFiled({ filings, regime }, step) {
  const [first] = ofStep(filings, regime, step)
  return first === undefined ? null : Date.parse(first.submitted_at)
}

/** When a step was last filed: an update counts. */
export function lastFiled({ filings, regime }, step) {
  const last = ofStep(filings, regime, step).at(-1)
  return last === undefined ? null : Date.parse(last.submitted_at)
}
