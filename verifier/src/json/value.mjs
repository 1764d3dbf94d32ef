import { items, members, PlainReader } from './plain.mjs'

/** @import { Value } from './plain.mjs' */

// An engine needs many times the time and memory of a text to parse it if it has many lists, objects or names. The texts that
// Attestry writes into a package have few, except in members whose content callers choose: the payload of a result, the details
// of an entry. A text is therefore parsed only if its bytes show that it is canonical and has few of them.

/** A text is parsed only if it has at most one list or object for each BYTES_EACH bytes, plus SPARE. */
const BYTES_EACH = 16
const SPARE = 16
/** The most members of a file, or of an object of which a member is not parsed. */
const MAX_MEMBERS = 512
/** A text in a file that is longer than SHORT may have at most FEW lists and objects, and FEW members. */
const SHORT = 64 * 1024
const FEW = 8

/** The value of a member that is not parsed. No check accepts it as an object or a list. */
export const UNREAD_OBJECT = Symbol('an object that is not read')
const UNREAD_LIST = Symbol('a list that is not read')

/**
 * Returns the value of an object whose text is canonical. A member with many lists and objects, or with an escaped name in it, is
 * not parsed. Returns undefined where such an object has more than MAX_MEMBERS members.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {{ containers: number, isEscaped: boolean }} found in the text
 * @returns {Record<string, unknown> | undefined}
 */
export function objectOf(bytes, start, end, { containers, isEscaped }) {
  if (isSparse(containers, end - start)) {
    const text = bytes.toString('utf8', start, end)
    if (!isEscaped || !hasEscapedName(text)) return JSON.parse(text)
  }
  /** @type {[string, unknown][]} */
  const found = []
  for (const { name, value } of members(bytes, start, end)) {
    if (found.length === MAX_MEMBERS) return undefined
    const read = parsed(bytes, value)
    const unread = bytes[value.start] === OPEN ? UNREAD_OBJECT : UNREAD_LIST
    found.push([name, read === undefined ? unread : read])
  }
  return Object.fromEntries(found)
}

const OPEN = 0x7b
const OPEN_LIST = 0x5b

/**
 * Returns the value of a canonical text, or undefined where the text is too expensive to parse.
 *
 * @param {Buffer} bytes
 * @param {Value} value
 */
function parsed(bytes, { start, end, containers }) {
  if (!isSparse(containers, end - start)) return undefined
  const text = bytes.toString('utf8', start, end)
  return containers > 0 && hasEscapedName(text) ? undefined : JSON.parse(text)
}

/**
 * @param {number} containers
 * @param {number} length
 */
function isSparse(containers, length) {
  return containers <= SPARE + length / BYTES_EACH
}

/**
 * Returns the value of the canonical text of an object, or undefined for another text.
 *
 * @param {string} text
 */
export function parseObject(text) {
  if (!text.isWellFormed()) return undefined
  const bytes = Buffer.from(`${text}\n`)
  const reader = new PlainReader(bytes)
  const end = bytes.length - 1
  return reader.readObject(bytes, 0, end) ? objectOf(bytes, 0, end, reader) : undefined
}

/**
 * Returns the value of a file that is the canonical text of an object and an LF. Returns undefined for any other file. The items
 * of long lists are parsed one by one, up to the first one with another shape.
 *
 * @param {Buffer} bytes
 * @param {Record<string, (value: unknown) => boolean>} [lists] members that may be long lists, and the shape of an item
 * @returns {Record<string, unknown> | undefined}
 */
export function parseFile(bytes, lists = {}) {
  const end = bytes.length - 1
  if (bytes[end] !== LF || !new PlainReader(bytes).readObject(bytes, 0, end)) return undefined
  /** @type {[string, unknown][]} */
  const found = []
  for (const { name, value } of members(bytes, 0, end)) {
    const shape = Object.hasOwn(lists, name) ? lists[name] : undefined
    const read = shape && bytes[value.start] === OPEN_LIST ? listOf(bytes, value, shape) : short(bytes, value)
    if (read === undefined || found.length === MAX_MEMBERS) return undefined
    found.push([name, read])
  }
  return Object.fromEntries(found)
}

/**
 * Returns the value of one member of such a file, independent of the other members. Returns undefined where it is missing or
 * long.
 *
 * @param {Buffer} bytes
 * @param {string} wanted
 */
export function memberOf(bytes, wanted) {
  const end = bytes.length - 1
  if (bytes[end] !== LF || !new PlainReader(bytes).readObject(bytes, 0, end)) return undefined
  for (const { name, value } of members(bytes, 0, end)) if (name === wanted) return short(bytes, value)
  return undefined
}

const LF = 10

/**
 * @param {Buffer} bytes
 * @param {Value} list
 * @param {(value: unknown) => boolean} shape
 */
function listOf(bytes, { start, end }, shape) {
  /** @type {unknown[]} */
  const read = []
  for (const item of items(bytes, start, end)) {
    const value = short(bytes, item)
    if (value === undefined || !shape(value)) return undefined
    read.push(value)
  }
  return read
}

/**
 * @param {Buffer} bytes
 * @param {Value} value
 */
function short(bytes, value) {
  const isShort = value.end - value.start <= SHORT || (value.containers <= FEW && value.members <= FEW)
  return isShort ? parsed(bytes, value) : undefined
}

/**
 * Whether a name in a canonical text contains an escape. V8 13.6 to 14.6 (Node.js 24 to 26, browsers) reads such a name as
 * another one after it has parsed an object with a backslash in a name (github.com/nodejs/node/issues/63785). Such a text MUST
 * NOT be parsed. The texts that are read here have no such name.
 *
 * @param {string} text
 */
function hasEscapedName(text) {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = afterString(text, at)
    if (text[at] === ':') return true
  }
  return false
}

/**
 * @param {string} text
 * @param {number} at in a string
 */
function afterString(text, at) {
  let end = at
  for (; end < text.length && text[end] !== '"'; end++) if (text[end] === '\\') end++
  return end + 1
}
