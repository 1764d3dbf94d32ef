import { isSignedBy, parseCheckpoint } from './log/checkpoint.mjs'
import { Failure } from './report/failure.mjs'

/** @import { Manifest } from './manifest/manifest.mjs' */
/** @import { Package } from './package.mjs' */
/** @import { Checkpoint } from './log/checkpoint.mjs' */

/**
 * Reads a checkpoint that was obtained elsewhere: from a witness, a mirror or an earlier package.
 *
 * @param {Buffer} bytes
 * @param {string} file
 */
export function readGiven(bytes, file) {
  const checkpoint = parseCheckpoint(bytes)
  if (typeof checkpoint === 'string')
    throw new Failure('unreadable', `no checkpoint: ${checkpoint}${bytes[0] === BRACE ? OF_LINES : ''}`, {
      file,
    })
  if (checkpoint.size === 0) throw new Failure('unreadable', 'the checkpoint of an empty log', { file })
  return { ...checkpoint, file }
}

/**
 * Demands that the package continues the log of the given checkpoint, and does not end before it. The log MUST have been verified,
 * watching the size of the checkpoint, and older packages as the beginning of it.
 *
 * @param {Checkpoint & { file: string }} given
 * @param {Package} target
 * @param {Package[]} older
 */
export function assertReaches(given, target, older) {
  const { manifest, checkpoint, keys } = target
  const { log } = /** @type {Manifest} */ (manifest)
  const { file, size } = given
  if (given.origin !== log.origin)
    throw new Failure('checkpoint_origin', `${given.origin}, not ${log.origin}`, { file })
  const signer = [...(keys?.values() ?? [])].find((key) => isSignedBy(given, key))
  if (signer === undefined)
    throw new Failure('unreadable', 'no key of the package has signed this checkpoint', { file })
  const doubt = signer.status === 'revoked' ? '; its key was revoked, whoever has it can make one' : ''
  const end = log.first_index === null ? 0 : log.first_index + log.entries
  if (size > end) {
    const has = end === 0 ? 'those of one incident' : `those up to leaf ${end - 1}`
    throw new Failure(
      'checkpoint_beyond',
      `it covers ${size} entries, and the package has ${has} of ${log.tree_size}${doubt}`,
      { file, index: end },
    )
  }
  const proven = [target, ...older].flatMap(({ earlier, watched }) => [earlier, watched])
  const root = proven.find((roots) => roots?.has(size))?.get(size)
  if (root === undefined && size !== checkpoint?.size)
    throw new Failure('history_unproven', `from the checkpoint of ${size} entries`, { file })
  if ((root ?? checkpoint?.root) !== given.root)
    throw new Failure('history_rewritten', `a leaf below ${size} differs${doubt}`, { file })
  return `; reaches the checkpoint given, of ${size}`
}

const BRACE = 0x7b

/** What to give of a file of lines of JSON, such as `checkpoints.jsonl`. */
const OF_LINES =
  '. Of a line of checkpoints.jsonl give the text of its member `checkpoint`, in a file of its own'
