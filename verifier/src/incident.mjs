import { Failure } from './failure.mjs'
import { canonicalJson } from './json.mjs'

/** @import { Place } from './failure.mjs' */

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
 * Checks the content of an incident support package: entries that wrote something of the incident or received a delivery for it,
 * and its versions from the first one on without a gap. The package cannot prove that the last versions are present.
 *
 * @param {string} incidentId
 */
export function incidentChecks(incidentId) {
  let versions = 0
  let facts = ''
  /** @type {Record<string, unknown>[]} */
  const filings = []
  /** The SHA-256 of each attachment. @type {Map<string, string>} */
  const documents = new Map()
  /** The filings whose document is an attachment. @type {{ record: any, at: Place }[]} */
  const filed = []
  const assertOwn = (/** @type {unknown} */ id, /** @type {Place} */ at) => {
    if (id !== incidentId) throw new Failure('record_foreign', `not of incident ${incidentId}`, at)
  }
  return {
    /** @param {{ operation: string, receipts: { type: string }[] }} entry @param {Place} at */
    entry({ operation, receipts }, at) {
      if (!receipts.some(({ type }) => OWN.includes(type)))
        throw new Failure('entry_foreign', `${operation} wrote nothing of incident ${incidentId}`, at)
    },
    records: {
      /** @param {any} record @param {Place} at */
      incidents(record, at) {
        assertOwn(record.id, at)
        versions++
        if (record.version !== versions)
          throw new Failure('incident_incomplete', `version ${versions} should stand here`, at)
        facts = factsText(record, at)
      },
      /** @param {any} record @param {Place} at */
      'incident-comments'(record, at) {
        assertOwn(record.incident_id, at)
      },
      /** @param {any} record @param {Place} at */
      'incident-attachments'(record, at) {
        assertOwn(record.incident_id, at)
        documents.set(record.id, record.sha256)
      },
      /** @param {any} record @param {Place} at */
      'attachment-contents'(record, at) {
        assertOwn(record.incident_id, at)
      },
      /** @param {any} record @param {Place} at */
      'incident-filings'(record, at) {
        assertOwn(record.incident_id, at)
        filings.push(filingOf(record))
        if (record.attachment_id) filed.push({ record, at })
      },
      /** @param {any} record @param {Place} at */
      'incident-reports'(record, at) {
        assertOwn(record.incident_id, at)
      },
      /** @param {any} record @param {Place} at */
      notifications(record, at) {
        assertOwn(record.subject_id, at)
      },
      /** @param {any} record @param {Place} at */
      obligations(record, at) {
        assertOwn(record.id, at)
        const { incident_version, input } = record
        if (incident_version !== versions || !sameText(input?.incident, facts))
          throw new Failure('obligation_mismatch', `not of version ${versions} of the incident`, at)
        if (!sameText(input?.filings, canonicalJson(filings)))
          throw new Failure('obligation_mismatch', `not of the ${filings.length} filings before it`, at)
      },
      /** @param {any} record @param {Place} at */
      'webhook-deliveries'(record, at) {
        assertOwn(record.incident_id, at)
      },
    },
    finish() {
      if (versions === 0) throw new Failure('incident_incomplete', 'there is none')
      for (const { record, at } of filed)
        if (documents.get(record.attachment_id) !== record.document_sha256)
          throw new Failure('attachment_mismatch', `filed was ${record.document_sha256}`, at)
    },
  }
}

/**
 * The part of an incident's version that decides its obligations.
 *
 * @param {any} record
 * @param {Place} at
 */
function factsText(record, at) {
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
function filingOf({ corrects, id, recipient, regime, step, submitted_at }) {
  return { corrects, id, recipient, regime, step, submitted_at }
}

/**
 * @param {unknown} value
 * @param {string} text canonical
 */
function sameText(value, text) {
  return value !== undefined && canonicalJson(value) === text
}
