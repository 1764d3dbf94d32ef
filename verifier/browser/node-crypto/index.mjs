import { digest } from './digest.mjs'

// The part of node:crypto that the rules of time-stamps use (verifier/src/shared/time-stamps). The build puts it in its place.

export { X509Certificate } from './certificate.mjs'
export { verify } from './signature.mjs'

const UTF8 = new TextEncoder()

/** @param {string} name */
export function createHash(name) {
  /** @type {Uint8Array[]} */
  const parts = []
  return {
    /** @param {Uint8Array | string} data */
    update(data) {
      parts.push(typeof data === 'string' ? UTF8.encode(data) : data)
      return this
    },
    digest: () => digest(name, ...parts),
  }
}
