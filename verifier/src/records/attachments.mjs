import { sha256 } from '../hashes/hash.mjs'
import { is } from '../json/json.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { Lines } from '../container/lines.mjs' */

const START = Buffer.from('{"content":"')
const QUOTE = 0x22
/**
 * The most attachments for which only one of the two records was read so far. An honest log needs one, because one entry writes
 * both records.
 */
const MAX_OPEN = 1000

/**
 * Compares the bytes of attachments with the size and the SHA-256 in their records. One entry writes both records of an
 * attachment.
 */
export class Attachments {
  count = 0
  /** @type {Map<string, { sha256: string, bytes: number, incidentId: string }>} */
  #contents = new Map()
  /** @type {Map<string, { stated: { sha256: string, bytes: number, incidentId: string }, place: Place }>} */
  #records = new Map()

  /**
   * Takes a record of type `attachment-contents`. Its text may be too long to be parsed, so the content is read from the bytes.
   *
   * @param {Lines} lines whose current line is plain
   * @returns {{ id: string, incident_id: string }}
   */
  content(lines) {
    const place = { file: lines.file, line: lines.line }
    const { bytes, start, end } = lines
    const from = start + START.length
    const to = bytes.indexOf(QUOTE, from)
    if (!bytes.subarray(start, from).equals(START) || to === -1 || to >= end)
      throw new Failure('record_form', 'of type attachment-contents', place)
    const { id, incident_id } = restOf(bytes.toString('latin1', to + 2, end), place)
    const text = bytes.toString('latin1', from, to)
    const content = Buffer.from(text, 'base64')
    if (content.toString('base64') !== text)
      throw new Failure('record_form', 'the content is not canonical base64', { ...place, id })
    const found = { sha256: sha256(content, 'hex'), bytes: content.length, incidentId: incident_id }
    const record = this.#records.get(id)
    if (record === undefined) keep(this.#contents, id, found, place)
    else this.#compare(id, found, record.stated, record.place)
    return { id, incident_id }
  }

  /**
   * Takes a record of type `incident-attachments`.
   *
   * @param {any} record
   * @param {Place} place
   */
  record(record, place) {
    const { id, sha256: hash, bytes, incident_id: incidentId } = record
    if (!is.hash(hash) || !is.count(bytes) || !is.text(incidentId))
      throw new Failure('record_form', 'of type incident-attachments', place)
    const stated = { sha256: hash, bytes, incidentId }
    const found = this.#contents.get(id)
    if (found === undefined) keep(this.#records, id, { stated, place }, place)
    else this.#compare(id, found, stated, place)
  }

  /** Throws where an attachment lacks one of its two records. MUST be called after the last record. */
  finish() {
    for (const [id, { place }] of this.#records)
      throw new Failure('attachment_mismatch', `the content of ${id} is missing`, place)
    for (const id of this.#contents.keys())
      throw new Failure('attachment_mismatch', `there is content of ${id}, but no record of it`, { id })
  }

  /**
   * @param {string} id
   * @param {{ sha256: string, bytes: number, incidentId: string }} found
   * @param {{ sha256: string, bytes: number, incidentId: string }} stated
   * @param {Place} place
   */
  #compare(id, found, stated, place) {
    if (
      found.sha256 !== stated.sha256 ||
      found.bytes !== stated.bytes ||
      found.incidentId !== stated.incidentId
    ) {
      const detail = `${found.bytes} bytes of SHA-256 ${found.sha256}, the record says ${stated.bytes} of ${stated.sha256}`
      throw new Failure('attachment_mismatch', detail, place)
    }
    this.#contents.delete(id)
    this.#records.delete(id)
    this.count++
  }
}

/**
 * Reads the members that follow `content` in a record.
 *
 * @param {string} text
 * @param {Place} place
 * @returns {{ id: string, incident_id: string }}
 */
function restOf(text, place) {
  const fields =
    /^"id":"([0-9a-f-]{36})","incident_id":"([0-9a-f-]{36})","organization_id":"[0-9a-f-]{36}"\}$/.exec(
      text.slice(0, 300),
    )
  if (fields === null || text.length > 300)
    throw new Failure('record_form', 'of type attachment-contents', place)
  return { id: /** @type {string} */ (fields[1]), incident_id: /** @type {string} */ (fields[2]) }
}

/**
 * @template T
 * @param {Map<string, T>} map
 * @param {string} id
 * @param {T} value
 * @param {Place} place
 */
function keep(map, id, value, place) {
  if (map.size >= MAX_OPEN)
    throw new Failure('attachment_mismatch', `more than ${MAX_OPEN} are incomplete`, place)
  map.set(id, value)
}
