import { Lines } from '../container/lines.mjs'
import { toHex } from '../hashes/hash.mjs'
import { Tree } from '../hashes/merkle.mjs'
import { hasShape, is, isObject } from '../json/json.mjs'
import { UNREAD_OBJECT } from '../json/value.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { Attachments } from '../records/attachments.mjs' */
/** @import { Place } from '../report/failure.mjs' */
/** @import { EntryProof } from './proofs.mjs' */

const ACTOR = { id: is.orNull(is.text), kind: is.text, name: is.orNull(is.text) }
export const ENTRY = {
  actor: (/** @type {unknown} */ v) => hasShape(v, ACTOR),
  at: is.time,
  code: is.orNull(is.text),
  // No check in this file reads these members.
  details: (/** @type {unknown} */ v) => is.object(v) || v === UNREAD_OBJECT,
  id: is.uuid,
  operation: is.text,
  organization_id: is.text,
  outcome: is.text,
  receipts: is.array,
  request_id: is.uuid,
  v: is.only(1),
  via: is.text,
}
// A malformed root or type needs no check here, because no records match it.
export const RECEIPT = { count: is.positive, root: is.text, type: is.text }

/**
 * Reads all data once, as a merge: each entry, followed by the records of its receipts (docs/evidence-package.md section 8).
 * Entries are read to the end even when a record fails, so that the result for the log does not depend on the records.
 *
 * @param {Data} data
 * @returns {Promise<Result>}
 */
export async function readData(data) {
  /** @type {Result} */
  const result = { entries: 0, recordCount: 0 }
  const audit = data.sequence('audit')
  /** @type {Sequences} */
  const sequences = new Map()
  for (const type of data.types) if (type !== 'audit') sequences.set(type, data.sequence(type))
  try {
    await readEntries(audit, sequences, data, result)
  } catch (cause) {
    fail(result, 'log', cause)
  }
  if (!result.log && !result.records) await endRecords(sequences, data, result)
  for (const lines of [audit, ...sequences.values()]) await lines.close()
  return result
}

/**
 * Keeps the first failure of a step.
 *
 * @param {Result} result
 * @param {'log' | 'records'} step
 * @param {unknown} cause
 */
function fail(result, step, cause) {
  if (!(cause instanceof Failure) || cause.code === 'changed') throw cause
  result[step] ??= cause
}

/**
 * @param {Lines} audit
 * @param {Sequences} sequences
 * @param {Data} data
 * @param {Result} result
 */
async function readEntries(audit, sequences, data, result) {
  let [firstAt, lastAt] = ['', '']
  while (audit.next() || (await audit.more())) {
    const index = data.proof.indexOf(result.entries++)
    data.proof.append(audit.leafHash('latin1'))
    const entry = readEntry(audit, index, data.organizationId)
    lastAt = entry.at
    firstAt ||= lastAt
    if (result.records) continue
    const at = { file: audit.file, line: audit.line, index, id: entry.id }
    data.replay?.begin(entry, at)
    try {
      data.checkEntry?.(entry, at)
      await checkReceipts(entry, index, sequences, data, result)
    } catch (cause) {
      fail(result, 'records', cause)
    }
  }
  data.replay?.end()
  data.proof.finish(data.root)
  data.checkTimes(firstAt, lastAt)
}

/**
 * Checks what can be decided only after the last record: every record of a sequence belongs to an entry.
 *
 * @param {Sequences} sequences
 * @param {Data} data
 * @param {Result} result
 */
async function endRecords(sequences, data, result) {
  try {
    data.attachments.finish()
    data.finish?.()
  } catch (cause) {
    fail(result, 'records', cause)
  }
  for (const [type, lines] of sequences) {
    try {
      if (!lines.next() && !(await lines.more())) continue
      const detail = `the entries require ${lines.line - 1} records of type ${type}`
      throw new Failure('record_extra', detail, place(lines))
    } catch (cause) {
      fail(result, 'records', cause)
    }
  }
}

/**
 * @param {Lines} lines
 * @param {number} index
 * @param {string} organizationId
 * @returns {AuditEntry}
 */
function readEntry(lines, index, organizationId) {
  const value = /** @type {any} */ (lines.value())
  const sound =
    hasShape(value, ENTRY) &&
    value.receipts.every((/** @type {unknown} */ receipt) => hasShape(receipt, RECEIPT))
  if (!sound) {
    throw new Failure('entry_form', 'not an audit entry in canonical form', {
      file: lines.file,
      line: lines.line,
      index,
    })
  }
  if (value.organization_id !== organizationId) {
    throw new Failure('entry_organization', value.organization_id, { file: lines.file, index, id: value.id })
  }
  return value
}

/**
 * @param {AuditEntry} entry
 * @param {number} index
 * @param {Sequences} sequences
 * @param {Data} data
 * @param {Result} result
 */
async function checkReceipts(entry, index, sequences, data, result) {
  for (const { type, count, root } of entry.receipts) {
    const lines = sequences.get(type)
    const first = lines === undefined ? 1 : lines.line + 1
    const tree = count === 1 ? undefined : new Tree()
    let found = ''
    for (let i = 0; i < count; i++) {
      if (lines === undefined || !(lines.next() || (await lines.more()))) {
        const at = { index, id: entry.id, ...(lines ? { file: lines.file } : {}) }
        throw new Failure(
          'record_missing',
          `entry ${index} wrote ${count} of type ${type}, there are ${i}`,
          at,
        )
      }
      if (tree) tree.append(lines.leafHash('latin1'))
      else found = lines.leafHash('hex')
      result.recordCount++
      checkRecord(type, lines, data, result)
    }
    if ((tree ? toHex(tree.root()) : found) !== root) {
      const where = count === 1 ? `line ${first}` : `lines ${first} to ${first + count - 1}`
      const detail = `${where} of type ${type} are not what entry ${index} (${entry.operation}, ${entry.id}) wrote`
      throw new Failure('record_mismatch', detail, {
        ...place(/** @type {Lines} */ (lines)),
        line: first,
        index,
      })
    }
  }
}

/**
 * Checks a record except for its hash: its form, its organization, and the rules of its type. A decision that does not follow
 * from its snapshot is a failure of a later step, so the merge continues.
 *
 * @param {string} type
 * @param {Lines} lines
 * @param {Data} data
 * @param {Result} result
 */
function checkRecord(type, lines, data, result) {
  if (type === CONTENTS) return checkContent(lines, data)
  const check = Object.hasOwn(data.checks, type) ? data.checks[type] : undefined
  if (!check && lines.isPlainRecord()) return data.replay?.record(type, lines, undefined)
  const record = /** @type {any} */ (lines.value())
  const at = { file: lines.file, line: lines.line }
  if (!isObject(record) || !is.text(record.id)) throw new Failure('record_form', `of type ${type}`, at)
  const place = { ...at, id: record.id }
  if (record.organization_id !== data.organizationId)
    throw new Failure('record_foreign', 'of another organization', place)
  try {
    check?.(record, place)
  } catch (cause) {
    if (!(cause instanceof Failure) || !/^(?:decision|obligation)_/.test(cause.code)) throw cause
    result.decisions ??= cause
    return
  }
  data.replay?.record(type, lines, record)
}

/**
 * Checks a record with the bytes of an attachment, which may be too long to be parsed.
 *
 * @param {Lines} lines
 * @param {Data} data
 */
function checkContent(lines, data) {
  if (!lines.isPlainRecord())
    throw new Failure('record_form', `of type ${CONTENTS}`, { file: lines.file, line: lines.line })
  const record = data.attachments.content(lines)
  data.checks[CONTENTS]?.(record, { file: lines.file, line: lines.line, id: record.id })
  data.replay?.record(CONTENTS, lines, undefined)
}

const CONTENTS = 'attachment-contents'

/**
 * Returns the location of a record, with its id if it has one.
 *
 * @param {Lines} lines
 */
function place(lines) {
  const id = lines.value()?.id
  return { file: lines.file, line: lines.line, ...(is.text(id) ? { id } : {}) }
}

/**
 * @typedef {{ id: string, at: string, operation: string, organization_id: string, details: Record<string, unknown>,
 *   actor: { id: string | null, kind: string, name: string | null }, outcome: string, via: string,
 *   receipts: { type: string, count: number, root: string }[] }} AuditEntry
 * @typedef {{ begin(entry: AuditEntry, at: Place): void, record(type: string, lines: Lines, record: any): void, end(): void }} Follower
 *   is given each entry, then its records; `record`: undefined where only the line was read
 * @typedef {Map<string, Lines>} Sequences the records, by their type
 * @typedef {{ log?: Failure, records?: Failure, decisions?: Failure, entries: number, recordCount: number }} Result
 *   the first failure of each step
 * @typedef {{
 *   types: string[], sequence(type: string): Lines, proof: EntryProof, root: string,
 *   organizationId: string,
 *   replay: Follower | undefined,
 *   attachments: Attachments,
 *   checkTimes(firstAt: string, lastAt: string): void,
 *   checkEntry?: (entry: AuditEntry, at: Place) => void,
 *   checks: Record<string, (record: any, at: Place) => void>,
 *   finish?: () => void
 * }} Data checks: by record type; finish: after the last record. Each throws a Failure
 */
