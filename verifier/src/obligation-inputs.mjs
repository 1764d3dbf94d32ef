import { Failure } from './failure.mjs'
import { sha256 } from './hash.mjs'
import { factsText, filingOf } from './incident.mjs'
import { canonicalJson } from './json.mjs'
import { DEFAULT_SETTINGS } from './shared/obligations/rule-sets.mjs'

/** @import { Place } from './failure.mjs' */

/** Filings of all incidents that are kept: a package costs bounded memory. */
const MAX_FILINGS = 200_000

/**
 * Whether obligations follow from the settings, the incident and the filings that the log has (step 7 derives them from what their record says).
 * What changes any of the three waits for the others, so that there is one of each.
 */
export class ObligationInputs {
  #settings = canonicalJson(/** @type {any} */ (DEFAULT_SETTINGS))
  /** Hashes of filings, by incident. @type {Map<string, Set<string>>} */
  #filings = new Map()
  #kept = 0
  /** Of the current call: the obligations that it wrote, and the facts of incidents. @type {{ record: any, place: Place }[]} */
  #written = []
  /** @type {Map<string, string>} */
  #facts = new Map()
  #remark

  /** @param {(text: string) => void} remark */
  constructor(remark) {
    this.#remark = remark
  }

  /**
   * Takes a record.
   *
   * @param {string} type
   * @param {any} record
   * @param {Place} place
   */
  take(type, record, place) {
    if (type === 'reporting-settings') this.#settings = settingsText(record)
    else if (type === 'incident-filings') this.#filing(record)
    else if (type === 'incidents') this.#facts.set(record.id, factsText(record, place))
    else if (type === 'obligations') this.#written.push({ record, place })
  }

  /** @param {any} record */
  #filing(record) {
    if (++this.#kept > MAX_FILINGS) {
      if (this.#kept === MAX_FILINGS + 1)
        this.#remark(`filings are compared with obligations up to ${MAX_FILINGS} of them`)
      return
    }
    const own = this.#filings.get(record.incident_id) ?? new Set()
    own.add(hashOf(filingOf(record)))
    this.#filings.set(record.incident_id, own)
  }

  /**
   * Ends an entry. Throws a Failure where its obligations follow from something else than the log has.
   *
   * @param {unknown} madeFrom the leaf hash of the incident that a call read which wrote no version of it; hex
   * @param {(id: string) => string | undefined} newestOf the leaf hash of the newest version of an incident, latin1
   */
  settle(madeFrom, newestOf) {
    const [written, facts] = [this.#written, this.#facts]
    if (written.length === 0 && facts.size === 0) return
    this.#written = []
    this.#facts = new Map()
    for (const { record, place } of written) {
      const { id, input } = record
      const refuse = (/** @type {string} */ what) => {
        throw new Failure('input_differs', `obligations: other ${what}`, place)
      }
      if (canonicalJson(input.settings) !== this.#settings) refuse('reporting settings')
      if (!this.#areFilingsOf(id, input.filings)) refuse('filings')
      const own = facts.get(id)
      const newest = own === undefined && typeof madeFrom === 'string' ? newestOf(id) : undefined
      if (own !== undefined && canonicalJson(input.incident) !== own) refuse('facts of the incident')
      if (newest !== undefined && Buffer.from(String(madeFrom), 'hex').toString('latin1') !== newest)
        refuse('version of the incident')
    }
  }

  /** @param {string} id @param {any[]} filings */
  #areFilingsOf(id, filings) {
    if (this.#kept > MAX_FILINGS) return true
    const own = this.#filings.get(id) ?? new Set()
    return filings.length === own.size && filings.every((one) => own.has(hashOf(one)))
  }
}

/** @param {any} value */
const hashOf = (value) => sha256(Buffer.from(canonicalJson(value)), 'latin1')

/** A record of settings as obligations have them. @param {any} record */
function settingsText({ id: _, organization_id: __, ...settings }) {
  return canonicalJson(settings)
}
