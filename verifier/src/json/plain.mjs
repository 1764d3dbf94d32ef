// Decides from the bytes alone whether a line is the RFC 8785 text of an object. This takes a fraction of the time of parsing,
// because an engine stores the name of each member and objects with many names are expensive. Records that are not plain MUST be
// parsed.

import { endOfNumberOrWord, holds } from './plain-numbers.mjs'
import { NONE, StringScanner } from './plain-strings.mjs'

/** The deepest allowed nesting, as in json.mjs. */
const MAX_PLAIN_DEPTH = 1000
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

const ID = Buffer.from('id')
const ORGANIZATION_ID = Buffer.from('organization_id')
const VERSION = Buffer.from('version')
/** 1 for the lengths of these names. */
const IS_NOTED = Uint8Array.from({ length: 16 }, (_, length) =>
  [ID, ORGANIZATION_ID, VERSION].some((name) => name.length === length) ? 1 : 0,
)

/** Reads plain records of one organization, one after another. */
export class PlainReader {
  /** Where the id of the last record starts and ends. */
  idStart = 0
  idEnd = 0
  /** The version of the last record; 0 where it has none. */
  version = 0
  /** The number of lists and objects in the line. */
  containers = 0
  /** Whether the line has an escape. */
  isEscaped = false
  #isOwn = false
  #owner
  #scanner = new Scanner()

  /** @param {Buffer} organizationId in bytes */
  constructor(organizationId) {
    this.#owner = organizationId
  }

  /**
   * Whether the bytes are plain, and are the RFC 8785 text of an object with an id and the id of this organization.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end the position of the LF, so that no byte after it is read
   */
  read(bytes, start, end) {
    return this.readObject(bytes, start, end) && this.isRecord
  }

  /**
   * Whether the bytes are the RFC 8785 text of an object.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end where an LF stands
   */
  readObject(bytes, start, end) {
    const scanner = this.#scanner
    scanner.begin(bytes)
    scanner.containers = 0
    this.#isOwn = false
    this.idEnd = 0
    this.version = 0
    if (bytes[start] !== OPEN || scanner.endOfObject(start + 1, 0, this) !== end) return false
    this.containers = scanner.containers
    this.isEscaped = scanner.isEscaped(start)
    return true
  }

  /** Whether the last object has a plain id and the id of this organization. */
  get isRecord() {
    return this.idEnd > 0 && this.#isOwn
  }

  /**
   * Records a member of the outermost object. Ids with escapes are left to the parser.
   *
   * @param {Buffer} bytes
   * @param {number} key
   * @param {number} keyEnd
   * @param {number} value
   * @param {number} end
   */
  note(bytes, key, keyEnd, value, end) {
    const length = keyEnd - key
    if (bytes[value] !== QUOTE) {
      if (length === VERSION.length && holds(bytes, key, keyEnd, VERSION))
        this.version = integerOf(bytes, value, end)
    } else if (this.#scanner.isEscaped(value)) return
    else if (length === ID.length && holds(bytes, key, keyEnd, ID)) {
      this.idStart = value + 1
      this.idEnd = end - 1
    } else if (length === ORGANIZATION_ID.length && holds(bytes, key, keyEnd, ORGANIZATION_ID))
      this.#isOwn = holds(bytes, value + 1, end - 1, this.#owner)
  }
}

/** Reads the values of a line, and counts them. */
class Scanner extends StringScanner {
  /** The number of lists and objects. */
  containers = 0
  /** The number of members of objects. */
  members = 0

  /**
   * Returns the end of an object whose first byte has been read.
   *
   * @param {number} start
   * @param {number} depth
   * @param {PlainReader | undefined} reader of the outermost object
   * @returns {number}
   */
  endOfObject(start, depth, reader) {
    if (depth > MAX_PLAIN_DEPTH) return NONE
    const { bytes } = this
    this.containers++
    if (bytes[start] === CLOSE) return start + 1
    let previous = NONE
    let previousEnd = NONE
    for (let at = start; ; at++) {
      const afterKey = this.endOfString(at)
      if (afterKey === NONE || bytes[afterKey] !== COLON) return NONE
      this.members++
      if (previous !== NONE && !this.ascends(previous, previousEnd, at + 1, afterKey - 1)) return NONE
      previous = at + 1
      previousEnd = afterKey - 1
      at = this.endOfValue(afterKey + 1, depth + 1)
      if (at === NONE) return NONE
      if (reader !== undefined && IS_NOTED[previousEnd - previous] === 1)
        reader.note(bytes, previous, previousEnd, afterKey + 1, at)
      if (bytes[at] !== COMMA) return bytes[at] === CLOSE ? at + 1 : NONE
    }
  }

  /**
   * @param {number} start
   * @param {number} depth
   * @returns {number}
   */
  endOfValue(start, depth) {
    switch (this.bytes[start]) {
      case QUOTE:
        return this.endOfString(start)
      case OPEN:
        return this.endOfObject(start + 1, depth, undefined)
      case OPEN_LIST:
        return this.endOfList(start + 1, depth)
      default:
        return endOfNumberOrWord(this.bytes, start)
    }
  }

  /**
   * @param {number} start
   * @param {number} depth
   * @returns {number}
   */
  endOfList(start, depth) {
    if (depth > MAX_PLAIN_DEPTH) return NONE
    const { bytes } = this
    this.containers++
    if (bytes[start] === CLOSE_LIST) return start + 1
    for (let at = start; ; at++) {
      at = this.endOfValue(at, depth + 1)
      if (at === NONE) return NONE
      if (bytes[at] !== COMMA) return bytes[at] === CLOSE_LIST ? at + 1 : NONE
    }
  }

  /**
   * Reads a value and counts only its own content.
   *
   * @param {number} start
   * @returns {Value}
   */
  valueAt(start) {
    this.containers = 0
    this.members = 0
    const end = this.endOfValue(start, 1)
    if (end === NONE) throw new TypeError('not canonical')
    return { start, end, containers: this.containers, members: this.members }
  }
}

/**
 * Yields the members of an object in their order, without parsing their values. The object MUST have been verified as canonical.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {Generator<{ name: string, value: Value }, void, undefined>}
 */
export function* members(bytes, start, end) {
  const scanner = new Scanner()
  scanner.begin(bytes)
  for (let at = start + 1; at < end - 1; at++) {
    const afterKey = scanner.endOfString(at)
    const value = scanner.valueAt(afterKey + 1)
    const name = JSON.parse(bytes.toString('utf8', at, afterKey))
    yield { name, value }
    at = value.end
  }
}

/**
 * Yields the items of a list. The list MUST have been verified as canonical.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {Generator<Value, void, undefined>}
 */
export function* items(bytes, start, end) {
  const scanner = new Scanner()
  scanner.begin(bytes)
  for (let at = start + 1; at < end - 1; at++) {
    const value = scanner.valueAt(at)
    yield value
    at = value.end
  }
}

/**
 * @typedef {{ start: number, end: number, containers: number, members: number }} Value the position of a value, and its counts
 */

/**
 * Returns a safe integer, or 0 for any other value.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 */
function integerOf(bytes, start, end) {
  const number = Number(bytes.toString('latin1', start, end))
  return Number.isSafeInteger(number) ? number : 0
}
