export { crc32, sha256, startSha256 } from '../platform/digest.mjs'

/** @param {string} hex */
export function fromHex(hex) {
  return Buffer.from(hex, 'hex').toString('latin1')
}

/** @param {string} bytes */
export function toHex(bytes) {
  return Buffer.from(bytes, 'latin1').toString('hex')
}
