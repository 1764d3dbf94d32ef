import { hasShape, is } from '../json/json.mjs'
import { parseFile, parseObject } from '../json/value.mjs'
import { Failure } from '../report/failure.mjs'
import { assertSignatureForm, base64, keyFromSpki, verifies } from './signature.mjs'

/** @import { Key } from './signature.mjs' */

const ENVELOPE = { new_signature: is.text, old_signature: is.text, statement: is.text }
const STATEMENT = {
  new_key: is.text,
  new_kid: is.hash,
  number: is.positive,
  old_key: is.text,
  old_kid: is.hash,
  rotated_at: is.time,
  type: is.only('attestry-key-rotation'),
  v: is.only(1),
}
const FOLDER = 'keys/rotations/'

/** The most rotations that a package contains (docs/evidence-package.md section 5). */
const MAX_HELD = 4096
/** The most rotations that are read. */
const MAX_READ = 8192
/**
 * Verifying a signature takes as long as reading half a megabyte of records. Above this number, only the rotations that lead from
 * a trusted key to the signer are checked. The others prove nothing.
 */
const FEW = 256

/**
 * Reads the rotations in a package, in order. Checks their form but not their signatures.
 *
 * @param {(name: string) => Buffer | undefined} read
 * @param {Iterable<string>} names every name in the package
 */
export function readRotations(read, names) {
  const files = [...names].filter((name) => name.startsWith(FOLDER))
  if (files.length > MAX_READ)
    throw new Failure('rotation', `more than ${MAX_READ} rotations`, {
      file: /** @type {string} */ (files[0]),
    })
  const first = firstRotation(files)
  /** @type {Map<string, Key>} */
  const keys = new Map()
  return files.map((file, i) => readRotation(file, first + i, /** @type {Buffer} */ (read(file)), keys))
}

/**
 * Returns the number of the first rotation: 1, or more where the package contains only the newest of very many.
 *
 * @param {string[]} files
 */
function firstRotation(files) {
  if (files.length !== MAX_HELD) return 1
  return Number(/^keys\/rotations\/(\d{6})\.json$/.exec(files[0] ?? '')?.[1] ?? 1)
}

/**
 * @param {string} file
 * @param {number} number
 * @param {Buffer} bytes
 * @param {Map<string, Key>} keys the keys of the rotations before it, by their text, because most keys are in two rotations
 * @returns {Rotation}
 */
function readRotation(file, number, bytes, keys) {
  const envelope = parseFile(bytes)
  if (
    !envelope ||
    !hasShape(envelope, ENVELOPE) ||
    file !== `${FOLDER}${String(number).padStart(6, '0')}.json`
  ) {
    throw new Failure('rotation', `not rotation ${number} in canonical form`, { file })
  }
  const text = /** @type {string} */ (envelope.statement)
  const statement = /** @type {Record<string, unknown>} */ (parseObject(text))
  const to = keyOf(statement?.new_key, keys)
  const from = keyOf(statement?.old_key, keys)
  const sound = hasShape(statement, STATEMENT) && statement.number === number
  if (!sound || !to || !from || to.kid !== statement.new_kid || from.kid !== statement.old_kid) {
    throw new Failure('rotation', 'the statement is malformed', { file })
  }
  const [old, now] = [envelope.old_signature, envelope.new_signature].map((encoded) => {
    const signature = base64(encoded) ?? Buffer.alloc(0)
    assertSignatureForm(signature, file)
    return signature
  })
  return { file, from, to, text, signatures: /** @type {[Buffer, Buffer]} */ ([old, now]) }
}

/**
 * @param {unknown} text
 * @param {Map<string, Key>} keys
 */
function keyOf(text, keys) {
  const known = typeof text === 'string' ? keys.get(text) : undefined
  if (known) return known
  const key = keyFromSpki(base64(text) ?? Buffer.alloc(0))
  if (key) keys.set(/** @type {string} */ (text), key)
  return key
}

/**
 * Throws unless both keys signed the statement.
 *
 * @param {Rotation} rotation
 */
function assertSigned({ file, from, to, text, signatures: [old, now] }) {
  for (const [key, signature] of /** @type {const} */ ([
    [from, old],
    [to, now],
  ]))
    if (!verifies(key, text, signature))
      throw new Failure('rotation', `not signed by key ${key.kid}`, { file })
}

/**
 * Checks the signatures of all rotations, if they are few.
 *
 * @param {Rotation[]} rotations
 */
export function assertFewSigned(rotations) {
  if (rotations.length <= FEW) for (const rotation of rotations) assertSigned(rotation)
}

/**
 * Returns the keys that are trusted if the rotations are signed: those trusted from outside, and those that rotations reach from
 * there. Each key has the rotation that leads to it; a key from outside has none.
 *
 * @param {Iterable<string>} outside kids
 * @param {Rotation[]} rotations in order
 * @returns {Map<string, Rotation | undefined>}
 */
export function trustedKids(outside, rotations) {
  /** @type {Map<string, Rotation | undefined>} */
  const trusted = new Map([...outside].map((kid) => [kid, undefined]))
  for (const rotation of rotations) {
    const { from, to } = rotation
    if (trusted.has(from.kid) && !trusted.has(to.kid)) trusted.set(to.kid, rotation)
  }
  return trusted
}

/**
 * Checks the signatures of the rotations that lead to a key.
 *
 * @param {string} kid
 * @param {Map<string, Rotation | undefined>} trusted
 */
export function assertReached(kid, trusted) {
  for (let by = trusted.get(kid); by; by = trusted.get(by.from.kid)) assertSigned(by)
}

/**
 * Returns the keys that signed before a key, each with the rotation that leads away from it. They are former keys of the
 * installation if the key is trusted and the rotations are signed.
 *
 * @param {string} kid
 * @param {Rotation[]} rotations in order
 * @returns {Map<string, Rotation>}
 */
export function formerKids(kid, rotations) {
  /** @type {Map<string, Rotation>} */
  const former = new Map()
  for (const rotation of [...rotations].reverse()) {
    const { from, to } = rotation
    const leadsHere = to.kid === kid || former.has(to.kid)
    if (leadsHere && from.kid !== kid && !former.has(from.kid)) former.set(from.kid, rotation)
  }
  return former
}

/**
 * Checks the signatures of the rotations that lead from a former key to the trusted key.
 *
 * @param {string} kid
 * @param {Map<string, Rotation>} former
 */
export function assertLeft(kid, former) {
  for (let by = former.get(kid); by; by = former.get(by.to.kid)) assertSigned(by)
}

/** @typedef {{ file: string, from: Key, to: Key, text: string, signatures: [Buffer, Buffer] }} Rotation `signatures`: by the old and the new key */
