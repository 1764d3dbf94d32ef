import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * Ed25519 (RFC 8032) over the message.
 *
 * @param {Uint8Array} raw the 32 bytes of the public key
 * @param {Uint8Array} message
 * @param {Uint8Array} signature
 */
export function verifyEd25519(raw, message, signature) {
  try {
    // As RFC 8032 has it, and not ZIP 215.
    return ed25519.verify(signature, message, raw, { zip215: false })
  } catch {
    return false
  }
}
