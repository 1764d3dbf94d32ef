import { utf8 } from '../json/json.mjs'
import { Failure } from '../report/failure.mjs'
import { assertSignatureForm, base64, verifies } from '../signature/signature.mjs'

/** @import { Key } from '../signature/signature.mjs' */

const CHECKPOINT = 'log/checkpoint'

/**
 * Reads a C2SP tlog-checkpoint in a signed note: one signature of type 0x02, followed since format version 2 by the signature
 * lines of witnesses (docs/evidence-package.md section 6). The signatures of witnesses are not verified here, because their keys
 * are not known.
 *
 * @param {Buffer | undefined} bytes
 * @param {{ origin: string, tree_size: number }} log the values of the manifest
 * @param {Key} key
 * @param {number} version of the format
 * @returns {Checkpoint}
 */
export function readCheckpoint(bytes, log, key, version) {
  const form = (/** @type {string} */ detail) => new Failure('checkpoint_form', detail, { file: CHECKPOINT })
  const text = bytes && utf8(bytes)
  const match =
    /^((attestry\/[0-9a-f-]{36})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]{44})\n)\n\u2014 (\S+) ([A-Za-z0-9+/=]+)\n/u.exec(
      text ?? '',
    )
  if (!match) throw form('not three lines, a blank one and a signature')
  const [all, body = '', origin = '', size = '', root, name, encoded] = match
  const more = (text ?? '').slice(all.length)
  const cosignatures = readLines(more)
  if (!cosignatures || (version === 1 && more !== ''))
    throw form('the lines after the signature are not signatures of witnesses')
  const hash = base64(root)
  const signed = base64(encoded)
  if (hash?.length !== 32 || !signed || signed.length < 5)
    throw form('not base64 of a hash, or of a signature')
  if (origin !== log.origin || Number(size) !== log.tree_size) {
    throw new Failure('checkpoint_origin', `${origin} at ${size}, not ${log.origin} at ${log.tree_size}`, {
      file: CHECKPOINT,
    })
  }
  const signature = signed.subarray(4)
  assertSignatureForm(signature, CHECKPOINT)
  const ours = name === origin && signed.subarray(0, 4).toString('hex') === key.kid.slice(0, 8)
  if (!ours || !verifies(key, body, signature))
    throw new Failure('checkpoint_signature', `key ${key.kid}`, { file: CHECKPOINT })
  return { origin, size: Number(size), root: hash.toString('latin1'), body, note: all, cosignatures }
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

/**
 * `root` is a byte string. `body` has the signed lines. `note` has the signed lines and the signature of the log.
 *
 * @typedef {{ origin: string, size: number, root: string, body: string, note: string, cosignatures: Cosignature[] }} Checkpoint
 * @typedef {{ name: string, keyId: string, signature: Buffer }} Cosignature
 */
