import { canonicalJson } from '../../kernel/canonical-json.ts'
import { sha256, sha256Hex } from '../../kernel/digest.ts'
import { publicKeyFrom, toLowS, verifySignature } from '../../kernel/ecdsa.ts'

/** The first 26 bytes of every DER SubjectPublicKeyInfo of a P-256 key with an uncompressed point (RFC 5480). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

/**
 * The DER SubjectPublicKeyInfo of a P-256 public key, in its one form: named curve, uncompressed point.
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

/** The PEM file of a key (RFC 7468), 64 characters a line. */
export function pemOf(spki: Uint8Array): string {
  const lines = Buffer.from(spki)
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`
}

/**
 * The published key set, `/.well-known/attestry/keys.json` and `keys/keyset.json`: the RFC 8785 text and LF
 * (docs/evidence-package.md section 5). Keys in order of `validFrom`.
 */
export function keySetText(keys: readonly PublishedKey[]): string {
  const inOrder = keys.toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
  return `${canonicalJson({ keys: inOrder.map(jwk) })}\n`
}

/** A signer that hands out low-S signatures only, and none that does not verify under its own key. */
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

/** A signer over messages, from one over SHA-256 digests (KMS `MessageType: DIGEST`). */
export function digestSigner(spki: Uint8Array, sign: (digest: Buffer) => Promise<Uint8Array>): Signer {
  return checkedSigner({
    spki: Buffer.from(spki),
    sign: async (message) => Buffer.from(await sign(sha256(message))),
  })
}

function jwk(key: PublishedKey) {
  const point = p256(key.spki).subarray(27)
  return {
    alg: 'ES256',
    crv: 'P-256',
    kid: kidOf(key.spki),
    kty: 'EC',
    revocation_reason: key.revocationReason,
    status: key.status,
    use: 'sig',
    valid_from: key.validFrom.toISOString(),
    valid_until: key.validUntil?.toISOString() ?? null,
    x: point.subarray(0, 32).toString('base64url'),
    y: point.subarray(32).toString('base64url'),
  }
}

/** A signing key as the world may see it. Times to the millisecond. */
export type PublishedKey = {
  /** DER SubjectPublicKeyInfo. */
  spki: Uint8Array
  status: 'active' | 'retired' | 'revoked'
  validFrom: Date
  /** When it was retired or revoked; null while active. */
  validUntil: Date | null
  /** Null unless revoked. */
  revocationReason: string | null
}

/** ECDSA P-256 with SHA-256 over a message; the signature is DER. */
export type Signer = {
  /** DER SubjectPublicKeyInfo. */
  spki: Buffer
  sign(message: Buffer): Promise<Buffer>
}
