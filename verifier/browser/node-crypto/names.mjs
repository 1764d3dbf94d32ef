import { children, oid } from '../../src/shared/time-stamps/der.mjs'

// Names of certificates (RFC 5280 section 4.1.2.4) as OpenSSL compares and prints them.

const UTF8 = new TextDecoder()
const UTF16 = new TextDecoder('utf-16be')
/** Types of strings: UTF8String, PrintableString, T61String, IA5String, VisibleString; BMPString has a form of its own. */
const TEXTS = new Set([0x0c, 0x13, 0x14, 0x16, 0x1a])
const BMP = 0x1e
/** Short names, by object identifiers in hex. */
/** @type {Record<string, string>} */
const SHORT = {
  550403: 'CN',
  550404: 'SN',
  550405: 'serialNumber',
  550406: 'C',
  550407: 'L',
  550408: 'ST',
  550409: 'street',
  '55040a': 'O',
  '55040b': 'OU',
  '55040c': 'title',
  '55042a': 'GN',
  550461: 'organizationIdentifier',
  '2a864886f70d010901': 'emailAddress',
  '0992268993f22c640119': 'DC',
}

/**
 * @typedef {import('../../../services/ledger/domain/time-stamps/der.ts').Element} Element
 * @typedef {{ type: string, tag: number, text: string, body: Element['body'] }} Attribute
 */

/**
 * @param {Element | undefined} name
 * @returns {Attribute[][]}
 */
export function readName(name) {
  return children(name).map((set) =>
    children(set, 0x31).map((one) => {
      const [type, value] = children(one)
      if (value === undefined) throw new TypeError('an attribute without a value')
      return { type: oid(type), tag: value.tag, text: textOf(value), body: value.body }
    }),
  )
}

/** The same text for names that are the same: letters of ASCII in lower case, blanks as one. @param {Attribute[][]} name */
export function canonical(name) {
  const of = (/** @type {Attribute} */ { type, tag, text, body }) =>
    isText(tag)
      ? `${type}=${text
          .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
          .replace(/[ \t\n\v\f\r]+/g, ' ')
          .replace(/^ | $/g, '')}`
      : `${type}#${tag}:${body.toString('hex')}`
  return JSON.stringify(name.map((set) => set.map(of)))
}

/** One line an attribute, as Node.js has it. @param {Attribute[][]} name */
export function printed(name) {
  return name
    .map((set) => set.map(({ type, text }) => `${SHORT[type] ?? dotted(type)}=${escaped(text)}`).join(' + '))
    .join('\n')
}

/** An object identifier with its dots. @param {string} hex */
export function dotted(hex) {
  const arcs = []
  let arc = 0n
  for (const byte of hex.match(/../g) ?? []) {
    const value = Number.parseInt(byte, 16)
    arc = (arc << 7n) | BigInt(value & 0x7f)
    if (value & 0x80) continue
    arcs.push(arc)
    arc = 0n
  }
  const [first = 0n, ...rest] = arcs
  const root = first < 80n ? first / 40n : 2n
  return [root, first - root * 40n, ...rest].join('.')
}

/** @param {number} tag */
function isText(tag) {
  return TEXTS.has(tag) || tag === BMP
}

/** @param {Element} value */
function textOf({ tag, body }) {
  if (tag === BMP) return UTF16.decode(body)
  return tag === 0x0c ? UTF8.decode(body) : body.toString('latin1')
}

/** RFC 2253, and control characters by their code. @param {string} text */
function escaped(text) {
  return text.replace(/[,+"\\<>;]|^[# ]| $/g, '\\$&').replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is escaped
    /[\0-\x1f\x7f]/g,
    (char) => `\\${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
