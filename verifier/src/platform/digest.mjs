import { default as crypto } from 'node:crypto'
import { default as zlib } from 'node:zlib'
import { crc32ByTable } from './crc32.mjs'

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

/**
 * SHA-256 of bytes that come piece by piece.
 *
 * @returns {{ update: (data: Uint8Array) => unknown, digest: (encoding: 'hex') => string }}
 */
export function startSha256() {
  return crypto.createHash('sha256')
}

/**
 * CRC-32 as in RFC 1952 section 8, continued from `crc`.
 *
 * @type {(data: Uint8Array, crc: number) => number}
 */
export const crc32 = typeof zlib.crc32 === 'function' ? (data, crc) => zlib.crc32(data, crc) : crc32ByTable
