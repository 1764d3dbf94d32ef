import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { crc32ByTable } from '../../src/platform/crc32.mjs'
import { view } from '../buffer.mjs'

// WebCrypto answers with a promise for each hash, and hashes nothing that comes piece by piece. A log has millions of small hashes.

const UTF8 = new TextEncoder()

/**
 * @param {Uint8Array | string} data
 * @param {'latin1' | 'hex'} encoding
 * @returns {string}
 */
export function sha256(data, encoding) {
  return view(nobleSha256(typeof data === 'string' ? UTF8.encode(data) : data)).toString(encoding)
}

/** SHA-256 of bytes that come piece by piece. */
export function startSha256() {
  const hash = nobleSha256.create()
  return {
    update: (/** @type {Uint8Array} */ data) => hash.update(data),
    digest: (/** @type {'hex'} */ encoding) => view(hash.digest()).toString(encoding),
  }
}

export const crc32 = crc32ByTable
