import { type CheckpointText, parseCheckpointText } from '../../../services/kernel/tlog/checkpoint-text.ts'
import { NoteError, parseNote } from '../../../services/kernel/tlog/signed-note.ts'
import { isOf, type VerifierKey, verifiesNote } from '../../../services/kernel/tlog/verifier-key.ts'

/** Reads the checkpoint of a signed note. @throws NoteError unless it is of the log and one of the keys signed it */
export function signedCheckpoint(
  note: Uint8Array,
  origin: string,
  keys: readonly VerifierKey[],
): CheckpointText {
  const { text, signatures } = parseNote(Buffer.from(note).toString())
  const checkpoint = parseCheckpointText(text)
  if (checkpoint.origin !== origin)
    throw new NoteError(`the checkpoint is of ${checkpoint.origin}, not of ${origin}`)
  const isSigned = signatures.some((line) =>
    keys.some((key) => isOf(line, key) && verifiesNote(key, text, line.signature)),
  )
  if (!isSigned)
    throw new NoteError(
      'none of the given keys signed the checkpoint; after a rotation, give the new one too',
    )
  return checkpoint
}
