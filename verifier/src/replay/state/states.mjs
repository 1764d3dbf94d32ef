import { Failure, LimitReached } from '../../report/failure.mjs'

/** The most estimated memory, in MiB, of all states that are kept of a log, unless the caller gives more or less. */
const MEMORY_MIB = 64
/** The bytes that a state takes in addition to its value: its slot in a map or list, and its object. */
const PLACE = 120

/** Counts the memory of the states that are kept. */
export class StateBudget {
  #used = 0
  #mebibytes

  /** What was not compared because a limit was reached, each kind once. @type {Set<string>} */
  leftOut = new Set()

  /** @param {number} [mebibytes] the most estimated memory */
  constructor(mebibytes = MEMORY_MIB) {
    this.#mebibytes = mebibytes
  }

  /** How many times the work of the default a replay may do: whoever gives it more memory also gives it more time. */
  get effort() {
    return Math.max(1, this.#mebibytes / MEMORY_MIB)
  }

  /**
   * Notes that something is not compared because a limit was reached. The replay goes on, and is not whole.
   *
   * @param {string} what a text of a fixed form, so that there are few
   */
  leaveOut(what) {
    this.leftOut.add(what)
  }

  /** Reserves what a state needs. @param {number} [bytes] of its value @param {number} [states] */
  take(bytes = 0, states = 1) {
    this.#used += bytes + states * PLACE
    if (this.#used > this.#mebibytes * 1024 * 1024)
      throw new LimitReached(`more than ${this.#mebibytes} MiB of states would be needed in memory; ${MORE}`)
  }

  /** Releases what a state took. @param {number} [bytes] @param {number} [states] */
  give(bytes = 0, states = 1) {
    this.#used -= bytes + states * PLACE
  }
}

/** Reads the memory that a person gives, in MiB. Throws a Failure where it is none. @param {string | undefined} text */
export function readMemory(text) {
  if (text === undefined) return undefined
  const mebibytes = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  if (mebibytes < 1 || mebibytes > 65536)
    throw new Failure('usage', '--memory takes a whole number of MiB from 1 to 65536')
  return mebibytes
}

/** How to lift a limit that `effort` or the memory sets. */
export const MORE = 'give more with --memory'

/** The estimated bytes of a reference, of the header of a text, and of the header of a list or object. */
const REFERENCE = 8
const TEXT = 24
const HOLDER = 56
/** An object with more members than this is assumed to share its names with no other object. */
const SHARED_NAMES = 32

/** The deepest nesting of a kept value. */
const MAX_DEPTH = 1000

/**
 * Estimates the memory of a value that JSON.parse returned, in bytes. The estimate is not less than what an engine takes.
 *
 * @param {unknown} value
 * @param {number} [depth] of the value in a larger one
 * @returns {number}
 */
export function sizeOf(value, depth = 0) {
  if (depth > MAX_DEPTH) throw new LimitReached('a record is nested too deeply to be kept')
  if (typeof value === 'string') return TEXT + 2 * value.length
  if (typeof value === 'number') return 2 * REFERENCE
  if (typeof value !== 'object' || value === null) return REFERENCE
  let size = HOLDER
  if (Array.isArray(value)) {
    for (const item of value) size += REFERENCE + sizeOf(item, depth + 1)
    return size
  }
  const names = Object.keys(value)
  const hasOwnNames = names.length > SHARED_NAMES
  for (const name of names) {
    size += REFERENCE + sizeOf(/** @type {any} */ (value)[name], depth + 1)
    if (hasOwnNames) size += 2 * REFERENCE + sizeOf(name)
  }
  return size
}
