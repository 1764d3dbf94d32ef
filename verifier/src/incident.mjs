import { Failure } from './failure.mjs'

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
      },
      /** @param {any} record @param {Place} at */
      'incident-comments'(record, at) {
        assertOwn(record.incident_id, at)
      },
      /** @param {any} record @param {Place} at */
      'incident-attachments'(record, at) {
        assertOwn(record.incident_id, at)
      },
      /** @param {any} record @param {Place} at */
      'attachment-contents'(record, at) {
        assertOwn(record.incident_id, at)
      },
      /** @param {any} record @param {Place} at */
      'incident-filings'(record, at) {
        assertOwn(record.incident_id, at)
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
      },
      /** @param {any} record @param {Place} at */
      'webhook-deliveries'(record, at) {
        assertOwn(record.incident_id, at)
      },
    },
    finish() {
      if (versions === 0) throw new Failure('incident_incomplete', 'there is none')
    },
  }
}
