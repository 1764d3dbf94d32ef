import { hasShape, is, isObject } from '../json/json.mjs'
import { parseFile } from '../json/value.mjs'
import { spkiOf } from '../platform/public-key.mjs'
import { Failure } from '../report/failure.mjs'
import { readRotations } from '../signature/rotations.mjs'
import { keyFromPoint, keyFromSpki, pem } from '../signature/signature.mjs'

/** @import { Key } from '../signature/signature.mjs' */

const JWK = {
  alg: is.only('ES256'),
  crv: is.only('P-256'),
  kid: is.hash,
  kty: is.only('EC'),
  revocation_reason: is.orNull(is.text),
  status: is.only('active', 'retired', 'revoked'),
  use: is.only('sig'),
  valid_from: is.time,
  valid_until: is.orNull(is.time),
  x: is.text,
  y: is.text,
}

/**
 * Reads the keys in a package: its key set, the PEM file of each key, and its rotations. They are read before their signature is
 * verified and prove nothing by themselves. Each file has exactly one valid form.
 *
 * @param {(name: string) => Buffer | undefined} read
 * @param {Iterable<string>} names every name in the package
 */
export function packagedKeys(read, names) {
  const bytes = read('keys/keyset.json')
  if (!bytes) throw new Failure('key_set', 'there is none', { file: 'keys/keyset.json' })
  const set = parseFile(bytes, { keys: isJwk })
  const list = set && hasShape(set, { keys: is.array }) ? /** @type {unknown[]} */ (set.keys) : []
  if (list.length > MAX_KEYS)
    throw new Failure('key_set', `more than ${MAX_KEYS} keys`, { file: 'keys/keyset.json' })
  const keys = list.map((jwk) => {
    const key = isJwk(jwk) ? keyFromJwk(/** @type {Jwk} */ (jwk)) : undefined
    if (!key || !hasMatchingEnd(key))
      throw new Failure('key_set', 'not a key set of P-256 keys in canonical form', {
        file: 'keys/keyset.json',
      })
    return key
  })
  const byKid = new Map(keys.map((key) => [key.kid, key]))
  if (keys.length === 0 || byKid.size !== keys.length) {
    throw new Failure('key_set', 'no key, or a key twice', { file: 'keys/keyset.json' })
  }
  for (const key of keys) {
    const file = `keys/${key.kid}.pem`
    if (read(file)?.toString('latin1') !== pem(key))
      throw new Failure('key_file', 'not the PEM file of the key of that id', { file })
  }
  const rotations = readRotations(read, names)
  return { keys: byKid, rotations, files: rotations.map(({ file }) => file) }
}

/** The most keys that are read. */
const MAX_KEYS = 8192

/**
 * Returns the keys that may have signed the package, the newest first: the newest trusted ones. A package is signed by the key
 * that is active at that time, so the signer is one of the newest. Each candidate costs a hash of SHA256SUMS.
 *
 * @param {Map<string, PackagedKey>} keys in the order of the key set
 * @param {{ has: (kid: string) => boolean } | undefined} trusted
 */
export function signers(keys, trusted) {
  const candidates = [...keys.values()].filter(({ kid }) => trusted?.has(kid) ?? true)
  return candidates.slice(-MAX_SIGNERS).reverse()
}

const MAX_SIGNERS = 16

/**
 * Whether a status agrees with the other fields: an inactive key has an end, an active one has none, and only a revoked key has a
 * reason.
 *
 * @param {PackagedKey} key
 */
function hasMatchingEnd({ status, validUntil, reason }) {
  return (status === 'active') === (validUntil === null) && (status === 'revoked') === (reason !== null)
}

/**
 * Throws unless the time is within the validity of the key. One hour is tolerated, because clocks are adjusted and a key set is
 * read shortly after the signature.
 *
 * @param {PackagedKey} key
 * @param {string} signedAt
 * @param {boolean} [allowsClockSteps] whether a key may have been made while a clock ran ahead
 * @returns {string | undefined} a remark on that
 */
export function assertWindow({ kid, validFrom, validUntil }, signedAt, allowsClockSteps = false) {
  const at = Date.parse(signedAt)
  const late = validUntil !== null && at > Date.parse(validUntil) + WINDOW_TOLERANCE_MS
  const early = at < Date.parse(validFrom) - WINDOW_TOLERANCE_MS
  if (late || (early && !allowsClockSteps))
    throw new Failure(
      'key_window',
      `${signedAt}, key ${kid} signs from ${validFrom} to ${validUntil ?? 'now'}`,
      {
        file: 'manifest.json',
      },
    )
  return early ? `signed at ${signedAt}, and key ${kid} signs from ${validFrom}` : undefined
}

const WINDOW_TOLERANCE_MS = 60 * 60 * 1000

/** @param {unknown} value */
function isJwk(value) {
  return hasShape(value, JWK)
}

/** @param {Jwk} jwk @returns {PackagedKey | undefined} */
function keyFromJwk(jwk) {
  const x = Buffer.from(jwk.x, 'base64url')
  const y = Buffer.from(jwk.y, 'base64url')
  const exact =
    x.length === 32 &&
    y.length === 32 &&
    x.toString('base64url') === jwk.x &&
    y.toString('base64url') === jwk.y
  const key = exact ? keyFromPoint(x, y) : undefined
  const { status, valid_from, valid_until, revocation_reason } = jwk
  return key?.kid === jwk.kid
    ? { ...key, status, validFrom: valid_from, validUntil: valid_until, reason: revocation_reason }
    : undefined
}

/**
 * Reads a key given with --key: a PEM or DER public key.
 *
 * @param {Buffer} bytes
 * @param {string} file
 */
export function outsideKey(bytes, file) {
  try {
    const key = keyFromSpki(spkiOf(bytes))
    if (key) return key
  } catch {}
  throw new Failure('unreadable', 'not a P-256 public key', { file })
}

/**
 * Reads a published key set given with --keys. Unknown members are accepted, because a later version may have written the key
 * set.
 *
 * @param {Buffer} bytes
 * @param {string} file
 * @returns {Map<string, PackagedKey>}
 */
export function outsideKeySet(bytes, file) {
  try {
    const set = JSON.parse(bytes.toString('utf8'))
    if (isObject(set) && Array.isArray(set.keys)) {
      const keys = set.keys.map((jwk) => {
        const known = Object.fromEntries(Object.keys(JWK).map((name) => [name, jwk[name] ?? null]))
        const key = hasShape(known, JWK) ? keyFromJwk(/** @type {Jwk} */ (known)) : undefined
        if (!key) throw new TypeError('not a key')
        return key
      })
      const byKid = new Map(keys.map((key) => [key.kid, key]))
      // A key MUST NOT be listed twice: one entry could be revoked and the other not.
      if (byKid.size === keys.length) return byKid
    }
  } catch {}
  throw new Failure('unreadable', 'not a published key set', { file })
}

/**
 * @typedef {'active' | 'retired' | 'revoked'} Status
 * @typedef {Key & { status: Status, validFrom: string, validUntil: string | null, reason: string | null }} PackagedKey
 * @typedef {{ kid: string, x: string, y: string, status: Status, valid_from: string, valid_until: string | null, revocation_reason: string | null }} Jwk
 */
