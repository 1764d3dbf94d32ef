import { sha256 } from '../hashes/hash.mjs'
import { canonicalJson } from '../json/json.mjs'
import { factsText, filingOf } from '../records/incident.mjs'
import { Failure, LimitReached } from '../report/failure.mjs'
import { DEFAULT_SETTINGS } from '../shared/obligations/rule-sets.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { StateBudget } from './state/states.mjs' */

/** The most filings of all incidents that are kept, which bounds the memory. */
const MAX_FILINGS = 200_000
/** The most incidents with obligations in one entry. Attestry writes one. */
const MAX_INCIDENTS = 1000
/** The length of an id of Attestry. Objects with other ids are not compared. */
const ID_LENGTH = 36

/**
 * Checks that obligations follow from the settings, the incident and the filings in the log. (Step 7 derives them from the input
 * in their own record.) Calls that change any of the three exclude each other, so there is one current version of each. An entry
 * lists its obligations after the records from which they follow.
 */
export class ObligationInputs {
  #settings = canonicalJson(/** @type {any} */ (DEFAULT_SETTINGS))
  /** Hashes of filings, by incident. @type {Map<string, Set<string>>} */
  #filings = new Map()
  #kept = 0
  /** Hashes of the facts of incidents that the current entry wrote. @type {Map<string, string>} */
  #facts = new Map()
  /** The leaf hash of the incident that the current call read, in hex. @type {unknown} */
  #madeFrom
  #newestOf
  #most
  #budget

  /**
   * @param {(id: string) => string | undefined} newestOf the leaf hash of the newest version of an incident, latin1
   * @param {StateBudget} budget
   */
  constructor(newestOf, budget) {
    this.#newestOf = newestOf
    this.#budget = budget
    this.#most = MAX_FILINGS * budget.effort
  }

  /**
   * Begins an entry.
   *
   * @param {unknown} madeFrom `details.made_from` of it
   */
  begin(madeFrom) {
    this.#madeFrom = madeFrom
    if (this.#facts.size > 0) this.#facts = new Map()
  }

  /**
   * Takes a record. Throws a Failure where its obligations follow from an input that the log does not have.
   *
   * @param {string} type
   * @param {any} record
   * @param {Place} place
   */
  take(type, record, place) {
    if (type === 'reporting-settings') this.#settings = settingsText(record)
    else if (type === 'incident-filings') this.#filing(record)
    else if (type === 'incidents') this.#incident(record, place)
    else if (type === 'obligations') this.#check(record, place)
  }

  /** @param {any} record */
  #filing(record) {
    const { incident_id } = record
    if (incident_id?.length !== ID_LENGTH) return
    if (++this.#kept > this.#most) return
    const own = this.#filings.get(incident_id) ?? new Set()
    own.add(hashOf(filingOf(record)))
    this.#filings.set(incident_id, own)
  }

  /** @param {any} record @param {Place} place */
  #incident(record, place) {
    if (record.id.length !== ID_LENGTH) return
    this.#facts.set(record.id, hashOfText(factsText(record, place)))
    if (this.#facts.size > MAX_INCIDENTS)
      throw new LimitReached(`an entry has obligations together with more than ${MAX_INCIDENTS} incidents`)
  }

  /** @param {any} record @param {Place} place */
  #check({ id, input }, place) {
    const refuse = (/** @type {string} */ what) => {
      throw new Failure('input_differs', `obligations: different ${what}`, place)
    }
    if (canonicalJson(input.settings) !== this.#settings) refuse('reporting settings')
    if (!this.#areFilingsOf(id, input.filings)) refuse('filings')
    const own = this.#facts.get(id)
    if (own !== undefined && hashOf(input.incident) !== own) refuse('facts of the incident')
    if (own !== undefined || typeof this.#madeFrom !== 'string') return
    const newest = this.#newestOf(id)
    if (newest !== undefined && Buffer.from(this.#madeFrom, 'hex').toString('latin1') !== newest)
      refuse('version of the incident')
  }

  /** Whether the filings are those of an incident in the log, each once. @param {string} id @param {any[]} filings */
  #areFilingsOf(id, filings) {
    if (this.#kept > this.#most) {
      this.#budget.leaveOut(`whether obligations after ${this.#most} filings follow from those of the log`)
      return true
    }
    const own = this.#filings.get(id) ?? new Set()
    const stated = new Set(filings.map(hashOf))
    const isEachOnce = filings.length === own.size && stated.size === own.size
    return isEachOnce && [...stated].every((one) => own.has(one))
  }
}

/** @param {any} value */
const hashOf = (value) => hashOfText(canonicalJson(value))

/** @param {string} text */
const hashOfText = (text) => sha256(Buffer.from(text), 'latin1')

/** Returns the canonical text of settings in the form of an input of obligations. @param {any} record */
function settingsText({ id: _, organization_id: __, ...settings }) {
  return canonicalJson(settings)
}
