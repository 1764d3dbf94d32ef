import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { view } from '../buffer.mjs'

/** @type {Record<string, (bytes: Uint8Array) => Uint8Array>} */
const HASHES = { sha1, sha256, sha384, sha512 }

/**
 * @param {string} name
 * @param {Uint8Array[]} parts
 */
export function digest(name, ...parts) {
  const hash = HASHES[name]
  if (hash === undefined) throw new TypeError(`no hash ${name}`)
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return view(hash(all))
}
