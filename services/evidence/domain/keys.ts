import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { publicKeyFrom, toLowS, verifySignature } from '../../kernel/crypto/ecdsa.ts'
import { type PackageFile, rotationName } from './format.ts'

/** The first 26 bytes of every DER SubjectPublicKeyInfo of a P-256 key with an uncompressed point (RFC 5480). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

/**
 * Returns the DER SubjectPublicKeyInfo of a P-256 public key, in its one form: named curve, uncompressed point.
 *
 * @throws TypeError for any other key or encoding.
 */
export function p256(spki: Uint8Array): Buffer {
  const der = Buffer.from(spki)
  if (der.length !== 91 || !der.subarray(0, 26).equals(SPKI_PREFIX) || der[26] !== 4) {
    throw new TypeError('not a P-256 public key as DER SubjectPublicKeyInfo with an uncompressed point')
  }
  publicKeyFrom(der)
  return der
}

/** kid: hex SHA-256 of the DER SubjectPublicKeyInfo. */
export function kidOf(spki: Uint8Array): string {
  return sha256Hex(spki)
}

/** The files of `keys/` (docs/evidence-package.md section 5). The ledger, which owns the keys, makes their texts. */
export function keyFiles({ keyset, keys, rotations }: KeySetTexts): PackageFile[] {
  return [
    ...keys.map(({ kid, pem }) => ({ name: `keys/${kid}.pem`, bytes: Buffer.from(pem) })),
    { name: 'keys/keyset.json', bytes: Buffer.from(keyset) },
    ...rotations.map(({ number, text }) => ({ name: rotationName(number), bytes: Buffer.from(text) })),
  ]
}

/** Wraps a signer so that it returns only low-S signatures that verify under its own key. */
export function checkedSigner(signer: Signer): Signer {
  const spki = p256(signer.spki)
  const key = publicKeyFrom(spki)
  return {
    spki,
    async sign(message) {
      const signature = toLowS(await signer.sign(message))
      if (!signature || !verifySignature(key, message, signature)) {
        throw new TypeError(
          `the signature made by key ${kidOf(spki)} does not verify under its own public key`,
        )
      }
      return signature
    },
  }
}

/** The published files of the signing keys, each as its text. */
export type KeySetTexts = {
  /** keyset.json */
  keyset: string
  keys: readonly { kid: string; pem: string }[]
  rotations: readonly { number: number; text: string }[]
}

/** ECDSA P-256 with SHA-256 over a message; the signature is DER. */
export type Signer = {
  /** DER SubjectPublicKeyInfo. */
  spki: Buffer
  sign(message: Buffer): Promise<Buffer>
}
