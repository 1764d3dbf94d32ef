import { base64, NoteError } from './signed-note.ts'

/** The values in the text of a checkpoint (C2SP tlog-checkpoint). */
export type CheckpointText = { origin: string; size: number; root: Buffer }

/** Reads the text of any log's checkpoint; extension lines are allowed and not read. @throws NoteError */
export function parseCheckpointText(text: string): CheckpointText {
  const [origin = '', size = '', root = '', ...more] = text.split('\n')
  const hash = base64(root)
  const sound =
    origin !== '' &&
    SIZE.test(size) &&
    Number.isSafeInteger(Number(size)) &&
    hash?.length === HASH_BYTES &&
    more.pop() === '' &&
    more.every((line) => line !== '')
  if (!sound) throw new NoteError('not a checkpoint')
  return { origin, size: Number(size), root: hash! }
}

const SIZE = /^(0|[1-9][0-9]{0,15})$/
const HASH_BYTES = 32
