import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { KmsError } from './errors.ts'
import type { WrappingKey } from './keys.ts'

/**
 * Encrypts with AES-256-GCM under a wrapping key, bound to the encryption context. The blob is version ‖ key id ‖ IV ‖ tag ‖
 * ciphertext, so that it names the key that opens it, as blobs of AWS do.
 */
export function seal(key: WrappingKey, plaintext: Uint8Array, context: EncryptionContext): Buffer {
  const iv = randomBytes(IV_BYTES)
  const header = Buffer.concat([Buffer.of(VERSION), idBytes(key.id)])
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.secret, 'base64'), iv)
  cipher.setAAD(Buffer.concat([header, contextBytes(context)]))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext])
}

/** Returns the plaintext of a blob. @throws KmsError when it was not sealed by this key for this context */
export function unseal(key: WrappingKey, blob: Uint8Array, context: EncryptionContext): Buffer {
  const [header, iv, tag] = [
    blob.subarray(0, HEADER),
    blob.subarray(HEADER, IV_END),
    blob.subarray(IV_END, TAG_END),
  ]
  try {
    const secret = Buffer.from(key.secret, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.concat([header, contextBytes(context)]))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(blob.subarray(TAG_END)), decipher.final()])
  } catch {
    throw invalidCiphertext()
  }
}

/** Returns the id of the key that sealed a blob. */
export function sealedBy(blob: Uint8Array): string {
  if (blob.length < TAG_END || blob[0] !== VERSION) throw invalidCiphertext()
  const hex = Buffer.from(blob.subarray(1, HEADER)).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function contextBytes(context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.from(JSON.stringify(pairs))
}

function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function invalidCiphertext(): KmsError {
  return new KmsError(
    'InvalidCiphertextException',
    'The ciphertext was not made by this key for this encryption context',
  )
}

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const HEADER = 1 + 16
const IV_END = HEADER + IV_BYTES
const TAG_END = IV_END + TAG_BYTES

export type EncryptionContext = Record<string, string>
