import { default as crypto } from 'node:crypto'
import { default as zlib } from 'node:zlib'

// Early versions of Node.js 20 have neither crypto.hash (20.12) nor zlib.crc32 (20.15): hence no named imports.

/**
 * SHA-256. In this program a hash inside a tree is a *byte string*: 32 characters of U+0000 to U+00FF. This is the quickest
 * form in Node, and `===` compares it.
 *
 * @type {(data: Uint8Array | string, encoding: 'latin1' | 'hex') => string}
 */
export const sha256 =
  typeof crypto.hash === 'function'
    ? (data, encoding) => crypto.hash('sha256', data, /** @type {'hex'} */ (encoding))
    : (data, encoding) =>
        crypto
          .createHash('sha256')
          .update(data)
          .digest(/** @type {'hex'} */ (encoding))

/** @param {string} hex */
export function fromHex(hex) {
  return Buffer.from(hex, 'hex').toString('latin1')
}

/** @param {string} bytes */
export function toHex(bytes) {
  return Buffer.from(bytes, 'latin1').toString('hex')
}

/**
 * CRC-32 as in RFC 1952 section 8, continued from `crc`.
 *
 * @type {(data: Uint8Array, crc: number) => number}
 */
export const crc32 = typeof zlib.crc32 === 'function' ? (data, crc) => zlib.crc32(data, crc) : crc32ByTable

const CRC_TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

/**
 * @param {Uint8Array} data
 * @param {number} crc
 */
export function crc32ByTable(data, crc) {
  let c = ~crc >>> 0
  for (const byte of data) c = /** @type {number} */ (CRC_TABLE[(c ^ byte) & 255]) ^ (c >>> 8)
  return ~c >>> 0
}
