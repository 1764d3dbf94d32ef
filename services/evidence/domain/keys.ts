import { kidOf, p256Spki, publicKeyFrom, toLowS, verifySignature } from '../../kernel/crypto/ecdsa.ts'
import { type PackageFile, rotationName } from './format.ts'

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
  const spki = p256Spki(signer.spki)
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
