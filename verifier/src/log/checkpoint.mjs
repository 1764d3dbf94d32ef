import { utf8 } from '../json/json.mjs'
import { Failure } from '../report/failure.mjs'
import { assertSignatureForm, base64, verifies } from '../signature/signature.mjs'

/** @import { Key } from '../signature/signature.mjs' */

const CHECKPOINT = 'log/checkpoint'
const NOT_LINES = 'the lines after the signature are not signatures of witnesses'

/**
 * Reads the checkpoint of a package, which the signing key MUST have signed. The signatures of witnesses are not verified here,
 * because their keys are not known.
 *
 * @param {Buffer | undefined} bytes
 * @param {{ origin: string, tree_size: number }} log the values of the manifest
 * @param {Key} key
 * @param {number} version of the format
 * @returns {Checkpoint}
 */
export function readCheckpoint(bytes, log, key, version) {
  const form = (/** @type {string} */ detail) => new Failure('checkpoint_form', detail, { file: CHECKPOINT })
  const checkpoint = parseCheckpoint(bytes)
  if (typeof checkpoint === 'string') throw form(checkpoint)
  const { origin, size, cosignatures } = checkpoint
  if (version === 1 && cosignatures.length > 0) throw form(NOT_LINES)
  if (origin !== log.origin || size !== log.tree_size) {
    throw new Failure('checkpoint_origin', `${origin} at ${size}, not ${log.origin} at ${log.tree_size}`, {
      file: CHECKPOINT,
    })
  }
  assertSignatureForm(checkpoint.signature, CHECKPOINT)
  if (!isSignedBy(checkpoint, key))
    throw new Failure('checkpoint_signature', `key ${key.kid}`, { file: CHECKPOINT })
  return checkpoint
}

/**
 * Reads a C2SP tlog-checkpoint in a signed note: one signature of type 0x02, followed since format version 2 by the signature
 * lines of witnesses (docs/evidence-package.md section 6). Returns what is wrong with any other text.
 *
 * @param {Buffer | undefined} bytes
 * @returns {Checkpoint | string}
 */
export function parseCheckpoint(bytes) {
  const text = (bytes && utf8(bytes)) ?? ''
  if (text.length > MAX_TEXT) return 'longer than a checkpoint with its signatures can be'
  const match =
    /^((attestry\/[0-9a-f-]{36})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]{44})\n)\n\u2014 (\S+) ([A-Za-z0-9+/=]+)\n/u.exec(
      text,
    )
  if (!match) return 'not three lines, a blank one and a signature'
  const [note, body = '', origin = '', size = '', root, name = '', encoded] = match
  const cosignatures = readLines(text.slice(note.length))
  if (!cosignatures) return NOT_LINES
  const hash = base64(root)
  const signed = base64(encoded)
  if (hash?.length !== 32 || !signed || signed.length < 5) return 'not base64 of a hash, or of a signature'
  const signer = { name, keyId: signed.subarray(0, 4).toString('hex'), signature: signed.subarray(4) }
  return { origin, size: Number(size), root: hash.toString('latin1'), body, note, cosignatures, ...signer }
}

/**
 * Whether the log's signature is by this key.
 *
 * @param {Checkpoint} checkpoint
 * @param {Key} key
 */
export function isSignedBy({ origin, body, name, keyId, signature }, key) {
  return name === origin && keyId === key.kid.slice(0, 8) && verifies(key, body, signature)
}

/**
 * Reads signature lines, each of which ends with a line feed. Returns undefined for any other text.
 *
 * @param {string} text
 */
function readLines(text) {
  if (text.length > MAX_COSIGNATURE_BYTES) return undefined
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length > MAX_COSIGNATURES) return undefined
  const read = lines.flatMap((line) => {
    const [, name = '', encoded] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? []
    const bytes = base64(encoded)
    if (!bytes || bytes.length < 5) return []
    return [{ name, keyId: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) }]
  })
  return read.length === lines.length ? read : undefined
}

const MAX_COSIGNATURES = 64
/** Allows for longer kinds of signatures. */
const MAX_COSIGNATURE_BYTES = 1 << 19
/** The rest is for the signed lines and the signature of the log. A regular expression fails on texts of some MiB. */
const MAX_TEXT = MAX_COSIGNATURE_BYTES + (1 << 12)

/**
 * `root` is a byte string. `body` has the signed lines. `note` has the signed lines and the signature of the log, which the
 * members of a `Cosignature` are about.
 *
 * @typedef {{ origin: string, size: number, root: string, body: string, note: string, cosignatures: Cosignature[] } & Cosignature} Checkpoint
 * @typedef {{ name: string, keyId: string, signature: Buffer }} Cosignature
 */
