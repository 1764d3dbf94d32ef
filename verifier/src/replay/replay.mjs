import { Failure, LimitReached } from '../report/failure.mjs'
import { Remarks } from '../report/remarks.mjs'
import { CallerChecks } from './callers/callers.mjs'
import { EntryTimes } from './entry-times.mjs'
import { MAX_SLOTS, VersionTable } from './ids.mjs'
import { GateInputs } from './inputs/inputs.mjs'
import { LINEAGE, Lineage } from './lineage.mjs'
import { LogSizes } from './log-size.mjs'
import { ObligationInputs } from './obligation-inputs.mjs'
import { Retries } from './retries.mjs'
import { SignedDecisions } from './signed.mjs'
import { READ, SINGLE, VERSIONED } from './state/replayed-types.mjs'
import { StateBudget } from './state/states.mjs'
import { Stated } from './stated.mjs'
import { Telemetry } from './telemetry.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { AuditEntry } from '../log/log.mjs' */
/** @import { Lines } from '../container/lines.mjs' */

/** How many times MAX_SLOTS the tables of ids may have, at most. */
const MAX_TABLES = 64

/**
 * Replays a log: compares each call and each decision with the records before it (docs/evidence-package.md section 11). The
 * replay continues from one package to the next, and stops at the first failure. A replay that does not start at leaf 0 checks
 * only what needs no earlier record: times, ids of entries, refused calls.
 */
export class Replay {
  /** The next leaf. */
  next
  /** When the current package was signed, in milliseconds. */
  signedAt = 0
  /** The number of records of each type in the package. @type {Record<string, number>} */
  counts = {}
  /** @type {Failure | undefined} */
  failure
  /** @type {Map<string, VersionTable>} */
  #versions = new Map()
  /** The slots by which the tables of ids may still grow. */
  #slots
  #entryIds
  /** The types that have more ids than can be compared. @type {Set<string>} */
  uncompared = new Set()
  #remarks = new Remarks()
  #inputs
  #telemetry
  #signed
  #lineage
  #callers
  #sizes = new LogSizes(this.#remarks.add)
  #stated = new Stated(this.#remarks.add)
  #retries
  #obligations
  #states
  #times
  #at = 0
  /** The caller of the current call. @type {AuditEntry['actor']} */
  #actor = { id: null, kind: 'system', name: null }
  #operation = ''
  /** The size of the log that the current call states. @type {number | undefined} */
  #size
  /** The details of the current entry. @type {AuditEntry['details']} */
  #details = {}
  /** Whether the current entry has obligations. Then its incidents are read. */
  #obliges = false
  #skips = false
  /** Why the replay had to stop although it found no failure. @type {string | undefined} */
  limit
  decisions = 0
  calls = 0

  /**
   * @param {number} first the first leaf
   * @param {{ allowClockSteps?: boolean | undefined, memory?: number | undefined }} options `allowClockSteps`: whether times
   *   out of order give remarks instead of failures; `memory`: of the states, at most, in MiB
   */
  constructor(first, { allowClockSteps = false, memory }) {
    this.next = first
    const remark = this.#remarks.add
    const states = new StateBudget(memory)
    this.#states = states
    this.#lineage = new Lineage(states)
    this.#retries = new Retries(states, remark)
    this.#obligations = new ObligationInputs((id) => this.#lineage.newestOf('incidents', id), states)
    this.#slots = { slots: MAX_SLOTS * Math.min(states.effort, MAX_TABLES) }
    this.#entryIds = new VersionTable(this.#slots)
    this.#inputs = new GateInputs(states, remark)
    this.#telemetry = new Telemetry(states)
    this.#signed = new SignedDecisions(states)
    this.#callers = new CallerChecks(states)
    this.#times = new EntryTimes(allowClockSteps, remark)
    this.isWhole = first === 0
  }

  /** What was not compared because a limit was reached. The replay is then not whole. @returns {string[]} */
  get leftOut() {
    const ids = [...this.uncompared].map((type) => `whether all ids of ${type} are different`)
    return [...this.#states.leftOut, ...ids]
  }

  /** Differences that overlapping calls can explain, the most telling first. */
  get remarks() {
    return this.#remarks.lines
  }

  /** The latest time of an entry, in milliseconds. */
  get newestAt() {
    return this.#times.newest
  }

  /**
   * Starts an entry, before its records.
   *
   * @param {AuditEntry} entry
   * @param {Place} place
   */
  begin(entry, place) {
    this.#skips = this.failure !== undefined || this.limit !== undefined || place.index !== this.next
    if (this.#skips) return
    this.#guard(() => {
      this.next++
      this.#at = Date.parse(entry.at)
      this.#actor = entry.actor
      this.#operation = entry.operation
      this.#times.take(this.#at, entry.at, this.signedAt, place)
      const id = Buffer.from(entry.id)
      if (this.#expected('audit', this.#entryIds, id) > 1) throw new Failure('id_twice', 'of an entry', place)
      if (entry.outcome === 'refused' && entry.receipts.length > 0)
        throw new Failure('refused_wrote', `${entry.operation} wrote ${entry.receipts[0]?.type}`, place)
      this.calls++
      if (!this.isWhole) return
      this.#endEntry()
      this.#details = entry.details
      this.#obliges = entry.receipts.some(({ type }) => type === 'obligations')
      this.#obligations.begin(entry.details.made_from)
      this.#callers.check(entry, this.#at, place)
      const isBefore = (/** @type {string} */ id) =>
        this.uncompared.has('audit') || this.#entryIds.has(Buffer.from(id))
      this.#retries.take(entry, this.#at, isBefore, place)
      this.#stated.entry(entry, place)
      this.#size = this.#sizes.take(entry, this.#at, this.next - 1, place)
      this.#signed.check(entry, this.#at, this.#size, place)
    })
  }

  /**
   * Takes a record of the entry.
   *
   * @param {string} type
   * @param {Lines} lines
   * @param {any} parsed where it has been parsed
   */
  record(type, lines, parsed) {
    if (this.#skips || !this.isWhole || this.failure !== undefined) return
    try {
      this.#takeVersion(type, lines, parsed)
      if (type === 'agent-events') this.#telemetry.event(lines, this.#at)
      if (!READ.has(type) && !(type === 'incidents' && this.#obliges)) return
      if (!lines.isParsable) throw new LimitReached('a record of it is too large to be read')
      this.#read(type, lines, parsed ?? lines.value())
    } catch (cause) {
      this.#stop(cause)
    }
  }

  /**
   * @param {string} type
   * @param {Lines} lines
   * @param {any} record
   */
  #read(type, lines, record) {
    const at = { file: lines.file, line: lines.line, id: record.id }
    const call = this.next - 1
    this.#callers.take(type, record, this.#at, call, at)
    this.#obligations.take(type, record, at)
    this.#stated.record(type, record, { index: call })
    if (type === 'gate-decisions') {
      this.decisions++
      this.#inputs.check(record, { at: this.#at, size: this.#size, place: at })
      this.#signed.take(record, lines.leafHash('hex'), { at: this.#at, leaf: call })
      return
    }
    this.#telemetry.take(type, record, { at: this.#at, leaf: call, place: at })
    const { roles } = this.#callers
    const by = {
      leaf: call,
      size: this.#size,
      details: this.#details,
      actor: this.#actor,
      operation: this.#operation,
      roles,
      place: at,
    }
    this.#inputs.take(type, record, this.#at, by, () => lines.leafHash('hex'))
  }

  /** Ends an entry, after its last record. */
  #endEntry() {
    this.#callers.endEntry()
    this.#inputs.endEntry()
    this.#telemetry.endEntry()
  }

  /** Ends a package. */
  end() {
    if (this.failure === undefined) this.#guard(() => this.#endEntry())
  }

  /**
   * @param {string} type
   * @param {Lines} lines
   * @param {any} parsed
   */
  #takeVersion(type, lines, parsed) {
    let table = this.#versions.get(type)
    if (table === undefined) {
      table = new VersionTable(this.#slots, this.counts[type])
      this.#versions.set(type, table)
    }
    const { plain } = lines
    const version = parsed === undefined ? plain.version : versionOf(parsed)
    const id = parsed === undefined ? undefined : Buffer.from(String(parsed.id))
    const expected = id
      ? this.#expected(type, table, id)
      : this.#expected(type, table, lines.bytes, plain.idStart, plain.idEnd)
    const isSingle = (version === 0 && !VERSIONED.has(type)) || SINGLE.has(type)
    const isNext = expected === (isSingle ? 1 : version) || expected === 0
    if (isNext && !LINEAGE.has(type)) return
    const name = id ? id.toString() : lines.bytes.toString('utf8', plain.idStart, plain.idEnd)
    if (isNext)
      return this.#lineage.take(type, lines, { id: name, version, madeFrom: this.#details.made_from })
    const place = { file: lines.file, line: lines.line, id: name }
    throw isSingle
      ? new Failure('id_twice', `of type ${type}`, place)
      : new Failure('version_gap', `version ${version} of type ${type}, ${expected} is expected`, place)
  }

  /**
   * Returns the next version of an id, or 0 where there are too many ids.
   *
   * @param {string} type
   * @param {VersionTable} table
   * @param {Buffer} bytes
   * @param {number} [start]
   * @param {number} [end]
   */
  #expected(type, table, bytes, start = 0, end = bytes.length) {
    if (this.uncompared.has(type)) return 0
    try {
      return table.next(bytes, start, end)
    } catch (cause) {
      if (!(cause instanceof LimitReached)) throw cause
      this.uncompared.add(type)
      return 0
    }
  }

  /** @param {() => void} check */
  #guard(check) {
    try {
      check()
    } catch (cause) {
      this.#stop(cause)
    }
  }

  /** @param {unknown} cause */
  #stop(cause) {
    if (cause instanceof LimitReached) {
      this.limit = cause.message
      this.isWhole = false
    } else this.failure = cause instanceof Failure ? cause : malformed(cause)
  }
}

/** @param {any} record */
function versionOf({ version }) {
  return Number.isSafeInteger(version) ? version : 0
}

/**
 * Returns the failure for a TypeError, which means that a record of a known type lacks a member. Rethrows any other cause.
 *
 * @param {unknown} cause
 */
function malformed(cause) {
  if (!(cause instanceof TypeError)) throw cause
  return new Failure('replay_form', cause.message)
}
