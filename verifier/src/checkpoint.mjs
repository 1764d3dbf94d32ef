import { Failure } from './failure.mjs'
import { utf8 } from './json.mjs'
import { assertSignatureForm, base64, verifies } from './signature.mjs'

/** @import { Key } from './signature.mjs' */

const CHECKPOINT = 'log/checkpoint'

/**
 * A C2SP tlog-checkpoint in a signed note with one signature of type 0x02 (docs/evidence-package.md section 6).
 *
 * @param {Buffer | undefined} bytes
 * @param {{ origin: string, tree_size: number }} log the values of the manifest
 * @param {Key} key
 * @returns {Checkpoint}
 */
export function readCheckpoint(bytes, log, key) {
  const form = (/** @type {string} */ detail) => new Failure('checkpoint_form', detail, { file: CHECKPOINT })
  const text = bytes && utf8(bytes)
  const match =
    /^((attestry\/[0-9a-f-]{36})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]{44})\n)\n\u2014 (\S+) ([A-Za-z0-9+/=]+)\n$/.exec(
      text ?? '',
    )
  if (!match) throw form('not three lines, a blank one and one signature')
  const [, body = '', origin = '', size = '', root, name, encoded] = match
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
  return { origin, size: Number(size), root: hash.toString('latin1') }
}

/** @typedef {{ origin: string, size: number, root: string }} Checkpoint root: a byte string */
