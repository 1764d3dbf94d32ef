import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { sha256 } from '../crypto/digest.ts'
import { publicKeyFrom } from '../crypto/ecdsa.ts'
import { base64, isKeyName, KEY_ID_BYTES, NoteError, type NoteSignature } from './signed-note.ts'

/** The supported signature types, by their byte (C2SP signed-note, "Signature types"). */
export const SignatureType = { ED25519: 0x01, ECDSA: 0x02, COSIGNATURE: 0x04 } as const

/** A public key with the name under which it signs. */
export type VerifierKey = { name: string; type: number; keyId: Buffer; key: KeyObject; text: string }

/**
 * Reads a verifier key: `name+key id+base64(type ‖ key)`, the key of ECDSA as DER SubjectPublicKeyInfo, of Ed25519 as 32 bytes.
 *
 * @throws NoteError
 */
export function parseVerifierKey(text: string): VerifierKey {
  const { name = '', id = '', encoded = '' } = VERIFIER_KEY.exec(text)?.groups ?? {}
  const bytes = base64(encoded)
  if (!isKeyName(name) || bytes === undefined || bytes.length < 2) throw new NoteError('not a verifier key')
  const made = verifierKey(name, bytes[0]!, bytes.subarray(1))
  if (made.keyId.toString('hex') !== id)
    throw new NoteError('the key id of the verifier key is not that of its key')
  return made
}

/** @param material DER SubjectPublicKeyInfo of ECDSA, 32 bytes of Ed25519. @throws NoteError */
export function verifierKey(name: string, type: number, material: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new NoteError('a key name has no spaces and no plus')
  const keyId = keyIdOf(name, type, material)
  const encoded = Buffer.concat([Buffer.of(type), material]).toString('base64')
  const text = `${name}+${keyId.toString('hex')}+${encoded}`
  return { name, type, keyId, key: keyOf(type, material), text }
}

/** Whether a signature line names this key. */
export function isOf({ name, keyId }: NoteSignature, key: VerifierKey): boolean {
  return name === key.name && keyId.equals(key.keyId)
}

/** Whether a log's signature is one of the text by this key. */
export function verifiesNote({ type, key }: VerifierKey, text: string, signature: Uint8Array): boolean {
  if (type === SignatureType.ECDSA) return verify('sha256', Buffer.from(text), key, signature)
  return type === SignatureType.ED25519 && verify(null, Buffer.from(text), key, signature)
}

function keyIdOf(name: string, type: number, material: Uint8Array): Buffer {
  const named =
    type === SignatureType.ECDSA
      ? material
      : Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), material])
  return sha256(named).subarray(0, KEY_ID_BYTES)
}

function keyOf(type: number, material: Uint8Array): KeyObject {
  try {
    if (type === SignatureType.ECDSA) return publicKeyFrom(material)
    if (type === SignatureType.ED25519 || type === SignatureType.COSIGNATURE) return ed25519KeyFrom(material)
  } catch {}
  throw new NoteError('a verifier key is of Ed25519 (types 1 and 4) or of ECDSA P-256 (type 2)')
}

function ed25519KeyFrom(raw: Uint8Array): KeyObject {
  if (raw.length !== ED25519_BYTES) throw new NoteError('an Ed25519 key has 32 bytes')
  return createPublicKey({ key: Buffer.concat([ED25519_SPKI, raw]), format: 'der', type: 'spki' })
}

/** The 32 bytes of a public Ed25519 key. */
export function ed25519Bytes(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(ED25519_SPKI.length)
}

const VERIFIER_KEY = /^(?<name>[^+\s]+)\+(?<id>[0-9a-f]{8})\+(?<encoded>[A-Za-z0-9+/=]+)$/
const ED25519_BYTES = 32
/** DER SubjectPublicKeyInfo of an Ed25519 key, without the key (RFC 8410). */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')
