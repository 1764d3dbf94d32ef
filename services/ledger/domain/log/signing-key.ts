import { kidOf } from '../../../kernel/crypto/ecdsa.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { INSTALLATION_ID } from '../../../kernel/values/ids.ts'
import { isoTime } from '../../../kernel/values/time.ts'

/** A signing key of the installation in its current version (docs/evidence-package.md section 5). */
export type SigningKeyState = {
  id: string
  /** Hex SHA-256 of the public key. */
  kid: string
  /** Its ARN in the key service. */
  keyArn: string
  /** DER SubjectPublicKeyInfo. */
  publicKey: Buffer
  /** The number of the rotation: 0 for the first key, n for the key of rotation n. */
  number: number
  /** The rotation to this key; null for the first key. */
  statement: string | null
  oldSignature: Buffer | null
  newSignature: Buffer | null
  status: 'active' | 'retired' | 'revoked'
  validFrom: Date
  /** When it was retired or revoked; null while active. */
  validUntil: Date | null
  revocationReason: string | null
  version: number
}

/** The record of a version of a key, whose hash is in the log. */
export function signingKeyRecord(key: SigningKeyState): string {
  return canonicalJson({
    organization_id: INSTALLATION_ID,
    id: key.id,
    version: key.version,
    kid: key.kid,
    key_arn: key.keyArn,
    public_key: key.publicKey.toString('base64'),
    rotation: key.statement === null ? null : rotationOf(key),
    status: key.status,
    valid_from: isoTime(key.validFrom),
    valid_until: key.validUntil === null ? null : isoTime(key.validUntil),
    revocation_reason: key.revocationReason,
  })
}

/** `keys/keyset.json` and `/.well-known/attestry/keys.json`: the RFC 8785 text, and LF. */
export function keySetText(keys: readonly SigningKeyState[]): string {
  return `${canonicalJson({ keys: inOrderOfRotation(keys).map(jwk) })}\n`
}

/** `keys/<kid>.pem`: RFC 7468, 64 characters a line. */
export function pemOf(publicKey: Buffer): string {
  const lines = publicKey.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`
}

/** `keys/rotations/NNNNNN.json` of the rotation to a key: the RFC 8785 text, and LF. */
export function rotationText(key: SigningKeyState): string {
  return `${canonicalJson(rotationOf(key))}\n`
}

/**
 * The text that the first key signs before it is registered, to show that the key service can use it. No other signed text has
 * this form, and the signature is not kept.
 */
export function registrationStatement(publicKey: Buffer, at: Date): string {
  return canonicalJson({
    at: isoTime(at),
    key: publicKey.toString('base64'),
    kid: kidOf(publicKey),
    type: 'attestry-key-registration',
    v: 1,
  })
}

/** The text that both keys sign. A party that trusts the old key can therefore trust the new key. */
export function rotationStatement(number: number, oldKey: Buffer, newKey: Buffer, rotatedAt: Date): string {
  return canonicalJson({
    new_key: newKey.toString('base64'),
    new_kid: kidOf(newKey),
    number,
    old_key: oldKey.toString('base64'),
    old_kid: kidOf(oldKey),
    rotated_at: isoTime(rotatedAt),
    type: 'attestry-key-rotation',
    v: 1,
  })
}

/** Keys in order of `validFrom`, which is the order of their rotations. */
function inOrderOfRotation(keys: readonly SigningKeyState[]): SigningKeyState[] {
  return keys.toSorted((a, b) => a.number - b.number)
}

/**
 * Whether a text is a SHA256SUMS file (docs/evidence-package.md section 3), and therefore neither a checkpoint nor a
 * statement.
 */
export function isSha256Sums(text: string): boolean {
  const lines = text.split('\n')
  return lines.pop() === '' && lines.length > 0 && lines.every((line) => SUM_LINE.test(line))
}

const SUM_LINE = /^[0-9a-f]{64} {2}[A-Za-z0-9._/-]+$/

function rotationOf({ statement, oldSignature, newSignature }: SigningKeyState) {
  return {
    new_signature: newSignature!.toString('base64'),
    old_signature: oldSignature!.toString('base64'),
    statement: statement!,
  }
}

function jwk(key: SigningKeyState) {
  // The point is the last 64 bytes of the one form that a P-256 key has as SPKI DER.
  const [x, y] = [key.publicKey.subarray(-64, -32), key.publicKey.subarray(-32)]
  return {
    alg: 'ES256',
    crv: 'P-256',
    kid: key.kid,
    kty: 'EC',
    revocation_reason: key.revocationReason,
    status: key.status,
    use: 'sig',
    valid_from: isoTime(key.validFrom),
    valid_until: key.validUntil === null ? null : isoTime(key.validUntil),
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  }
}
