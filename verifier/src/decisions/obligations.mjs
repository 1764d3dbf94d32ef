import { canonicalJson, is, isObject } from '../json/json.mjs'
import { Failure } from '../report/failure.mjs'
import { zoneOf } from '../shared/obligations/calendar.mjs'
import { obligationsOf } from '../shared/obligations/obligations-of.mjs'
import { RULE_SETS } from '../shared/obligations/rule-sets.mjs'

/** @import { Place } from '../report/failure.mjs' */

/** The fields that every obligation has. */
const FIELDS = [
  'article',
  'conditional',
  'due_at',
  'filing_id',
  'forecast_at',
  'provisional',
  'recipient',
  'regime',
].concat(['remark', 'rules', 'runs_from', 'runs_from_at', 'settings_version', 'stands_in', 'state', 'step'])

/** The limits of the product, so that a hostile record costs no more than an honest one. */
const MAX_HOLIDAYS = 2000
const MAX_DIFFERENCES = 200
const MAX_FILINGS = 10_000
const MAX_ZONES = 256

/** Derives the obligations of incidents again (docs/obligations.md). Each record contains all inputs of the derivation. */
export class Obligations {
  count = 0
  /**
   * Time zones by their spelling. Creating one costs time and memory, and a zone has more than one spelling.
   *
   * @type {Map<string, ReturnType<typeof zoneOf>>}
   */
  #zones = new Map()

  /**
   * Throws a Failure where the obligations of a record do not follow from its input.
   *
   * @param {Record<string, unknown>} record
   * @param {Place} place
   */
  rederive(record, place) {
    const { at, input, obligations } = /** @type {Record<string, any>} */ (record)
    if (!is.time(at) || !isInput(input) || !Array.isArray(obligations) || !obligations.every(isObject))
      throw new Failure('obligation_form', 'not a record of obligations', place)
    const { time_zone } = input.settings
    const zone = this.#zones.get(time_zone) ?? zoneOf(time_zone)
    this.#zones.set(time_zone, zone)
    if (this.#zones.size > MAX_ZONES) throw new Failure('obligation_form', 'too many time zones', place)
    const derived = /** @type {Record<string, unknown>[]} */ (
      /** @type {unknown} */ (follow(input, zone, at, place))
    )
    if (derived.length !== obligations.length)
      throw new Failure(
        'obligation_mismatch',
        `there are ${obligations.length}, ${derived.length} are derived`,
        place,
      )
    for (const [i, expected] of derived.entries())
      compare(/** @type {any} */ (obligations[i]), expected, place)
    this.count++
  }
}

/**
 * @param {any} input
 * @param {ReturnType<typeof zoneOf>} zone
 * @param {string} at
 * @param {Place} place
 */
function follow({ incident, filings, settings }, zone, at, place) {
  try {
    return obligationsOf(incident, filings, { sets: RULE_SETS, settings, zone }, at)
  } catch (cause) {
    throw new Failure('obligation_form', cause instanceof Error ? cause.message : String(cause), place)
  }
}

/**
 * Compares a recorded obligation with the derived one. The fields of the first version of the rules MUST be present. Fields of
 * later versions are compared only where the record has them.
 *
 * @param {Record<string, unknown>} recorded
 * @param {Record<string, unknown>} derived
 * @param {Place} place
 */
function compare(recorded, derived, place) {
  for (const name of new Set([...FIELDS, ...Object.keys(recorded)])) {
    const [stated, due] = [recorded, derived].map((one) =>
      Object.hasOwn(one, name) ? canonicalJson(one[name]) : 'nothing',
    )
    if (stated !== due)
      throw new Failure(
        'obligation_mismatch',
        `${derived.regime} ${derived.step}: ${name} is ${stated}, derived is ${due}`,
        place,
      )
  }
}

/** @param {unknown} input */
function isInput(input) {
  return has(input, { incident: isIncident, filings: listOf(isFiling, MAX_FILINGS), settings: isSettings })
}

const ASSESSMENT = { applies: isFlag, assessed_at: is.time, level: is.text, regime: is.text }
const INCIDENT = {
  assessments: listOf((v) => has(v, ASSESSMENT), 100),
  detected_at: is.time,
  duplicate_of: is.orNull(is.text),
  is_significant: isFlag,
  moments: (/** @type {unknown} */ v) => isObject(v) && Object.values(v).every(is.time),
  regulation: is.text,
}
const FILING = {
  corrects: is.orNull(is.text),
  id: is.text,
  recipient: is.text,
  regime: is.text,
  step: is.text,
  submitted_at: is.time,
}
const DIFFERENCE = {
  amount: is.count,
  recipient: is.orNull(is.text),
  regime: is.text,
  step: is.text,
  unit: is.orNull(is.text),
  valid_from: is.orNull(is.text),
  valid_until: is.orNull(is.text),
}
const SETTINGS = {
  differences: listOf((v) => has(v, DIFFERENCE), MAX_DIFFERENCES),
  dora_no_weekend_rule: isFlag,
  holidays: listOf(is.text, MAX_HOLIDAYS),
  time_zone: is.text,
  trust_service_provider: isFlag,
  version: is.count,
}

/** @param {unknown} v */
function isIncident(v) {
  return has(v, INCIDENT)
}

/** @param {unknown} v */
function isFiling(v) {
  return has(v, FILING)
}

/** @param {unknown} v */
function isSettings(v) {
  return has(v, SETTINGS)
}

/** @param {unknown} v */
function isFlag(v) {
  return typeof v === 'boolean'
}

/**
 * @param {(value: any) => boolean} shape
 * @param {number} most
 */
function listOf(shape, most) {
  return (/** @type {unknown} */ v) => Array.isArray(v) && v.length <= most && v.every(shape)
}

/**
 * Whether an object has at least these keys, each with a value of its shape.
 *
 * @param {unknown} value
 * @param {Record<string, (value: any) => boolean>} shape
 */
function has(value, shape) {
  if (!isObject(value)) return false
  for (const key in shape) if (!Object.hasOwn(value, key) || !shape[key]?.(value[key])) return false
  return true
}
