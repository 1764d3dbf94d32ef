import { canonicalJson } from '../json/json.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { Place } from '../report/failure.mjs' */

/** Record types whose records in an incident support package MUST all belong to the incident. */
const OWN = [
  'incidents',
  'incident-comments',
  'incident-attachments',
  'attachment-contents',
  'incident-filings',
  'incident-reports',
  'notifications',
  'obligations',
  'webhook-deliveries',
]

/**
 * Checks the content of an incident support package. Each entry wrote a record of the incident or received a delivery for it. The
 * versions of the incident start with the first one and have no gap. The package cannot prove that it has the latest versions.
 */
export class IncidentChecks {
  #incidentId
  #versions = 0
  /** The facts in the newest version, as text. */
  #facts = ''
  /** @type {Record<string, unknown>[]} */
  #filings = []
  /** The SHA-256 of each attachment. @type {Map<string, string>} */
  #documents = new Map()
  /** The filings whose document is an attachment. @type {{ record: any, at: Place }[]} */
  #filed = []

  /** @param {string} incidentId */
  constructor(incidentId) {
    this.#incidentId = incidentId
  }

  /** @param {{ operation: string, receipts: { type: string }[] }} entry @param {Place} at */
  entry({ operation, receipts }, at) {
    if (!receipts.some(({ type }) => OWN.includes(type)))
      throw new Failure('entry_foreign', `${operation} wrote nothing of incident ${this.#incidentId}`, at)
  }

  /**
   * Returns the check for each record type that this class checks. @returns {Record<string, (record: any, at: Place) => void>}
   */
  checks() {
    return Object.fromEntries(OWN.map((type) => [type, (record, at) => this.record(type, record, at)]))
  }

  /** @param {string} type one of its own @param {any} record @param {Place} at */
  record(type, record, at) {
    if (record[ID_OF_INCIDENT[type] ?? 'incident_id'] !== this.#incidentId)
      throw new Failure('record_foreign', `not of incident ${this.#incidentId}`, at)
    if (type === 'incidents') this.#version(record, at)
    else if (type === 'incident-attachments') this.#documents.set(record.id, record.sha256)
    else if (type === 'incident-filings') this.#filing(record, at)
    else if (type === 'obligations') this.#obligations(record, at)
  }

  /** Checks what can be decided only after the last record. */
  finish() {
    if (this.#versions === 0) throw new Failure('incident_incomplete', 'there is none')
    for (const { record, at } of this.#filed)
      if (this.#documents.get(record.attachment_id) !== record.document_sha256)
        throw new Failure('attachment_mismatch', `filed was ${record.document_sha256}`, at)
  }

  /** @param {any} record @param {Place} at */
  #version(record, at) {
    this.#versions++
    if (record.version !== this.#versions)
      throw new Failure('incident_incomplete', `version ${this.#versions} is expected here`, at)
    this.#facts = factsText(record, at)
  }

  /** @param {any} record @param {Place} at */
  #filing(record, at) {
    this.#filings.push(filingOf(record))
    if (record.attachment_id) this.#filed.push({ record, at })
  }

  /** @param {any} record @param {Place} at */
  #obligations({ incident_version, input }, at) {
    if (incident_version !== this.#versions || !sameText(input?.incident, this.#facts))
      throw new Failure('obligation_mismatch', `not of version ${this.#versions} of the incident`, at)
    if (!isSameList(input?.filings, this.#filings))
      throw new Failure('obligation_mismatch', `not of the ${this.#filings.length} filings before it`, at)
  }
}

/** The member in which a record has the id of the incident, where that is not `incident_id`. @type {Record<string, string>} */
const ID_OF_INCIDENT = { incidents: 'id', notifications: 'subject_id', obligations: 'id' }

/**
 * Returns the canonical text of the facts in a version of an incident that decide its obligations.
 *
 * @param {any} record
 * @param {Place} at
 */
export function factsText(record, at) {
  try {
    return canonicalJson(factsOf(record))
  } catch {
    throw new Failure('record_form', 'of type incidents', at)
  }
}

/** @param {any} record */
function factsOf({ regulation, is_significant, detected_at, work }) {
  const { duplicate_of = null, moments = [], assessments = [] } = work ?? {}
  return {
    assessments: assessments.map((/** @type {any} */ { applies, assessed_at, level, regime }) => ({
      applies,
      assessed_at,
      level,
      regime,
    })),
    detected_at,
    duplicate_of,
    is_significant,
    moments: Object.fromEntries(moments.map((/** @type {any} */ { moment, at }) => [moment, at])),
    regulation,
  }
}

/** @param {any} record */
export function filingOf({ corrects, id, recipient, regime, step, submitted_at }) {
  return { corrects, id, recipient, regime, step, submitted_at }
}

/**
 * Whether both lists have the same filings, in any order. A record lists them by id, and the clock of the process that generated
 * an id may be slow.
 *
 * @param {any} stated
 * @param {any[]} own
 */
function isSameList(stated, own) {
  return Array.isArray(stated) && sameText(byText(stated), canonicalJson(byText(own)))
}

/** @param {any[]} list */
const byText = (list) => list.map((one) => canonicalJson(one)).sort()

/**
 * @param {unknown} value
 * @param {string} text canonical
 */
function sameText(value, text) {
  return value !== undefined && canonicalJson(value) === text
}
