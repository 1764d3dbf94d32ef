import { parseCheckpointText } from '../../../services/kernel/tlog/checkpoint-text.ts'
import { EMPTY_ROOT, isConsistent, type TreeHead } from '../../../services/kernel/tlog/merkle-proof.ts'
import { base64, NoteError, parseNote, type SignedNote } from '../../../services/kernel/tlog/signed-note.ts'
import { isOf, type VerifierKey, verifiesNote } from '../../../services/kernel/tlog/verifier-key.ts'

/** A request of C2SP tlog-witness `add-checkpoint`, parsed and not checked yet. */
export type Submission = TreeHead & { origin: string; oldSize: number; proof: Buffer[]; note: SignedNote }

/**
 * A refusal with the HTTP status that the specification prescribes. `size`: the size of the latest checkpoint, which is part of
 * the answer 409.
 */
export type Refusal = { status: 400 | 403 | 404 | 409 | 422; why: string; size?: number }

/** Parses a body. @returns a refusal for a body that is not a request */
export function readSubmission(body: string): Submission | Refusal {
  const end = body.indexOf('\n\n')
  const [old = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  const oldSize = Number(OLD_SIZE.exec(old)?.[1] ?? Number.NaN)
  const proof = lines.map((line) => base64(line))
  if (!Number.isSafeInteger(oldSize) || proof.length > MAX_PROOF || proof.some((hash) => hash?.length !== 32))
    return malformed('the body begins with the old size and the consistency proof, a line each')
  try {
    const note = parseNote(body.slice(end + 2))
    return { ...parseCheckpointText(note.text), oldSize, proof: proof as Buffer[], note }
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
    return malformed(`after the empty line comes a checkpoint: ${error.message}`)
  }
}

/** Returns the refusal of a checkpoint that no trusted key of the log signed, or that has a wrong signature of one of them. */
export function signatureRefusal({ note }: Submission, keys: readonly VerifierKey[]): Refusal | undefined {
  if (keys.length === 0) return { status: 404, why: 'the witness does not know a log of this origin' }
  let isSigned = false
  for (const line of note.signatures)
    for (const key of keys) {
      if (!isOf(line, key)) continue
      if (!verifiesNote(key, note.text, line.signature))
        return { status: 403, why: 'the signature does not verify' }
      isSigned = true
    }
  return isSigned ? undefined : { status: 403, why: 'no key of the log that the witness trusts signed this' }
}

/** Returns the refusal of a checkpoint that does not extend the latest one that was cosigned. */
export function growthRefusal(
  { oldSize, proof, ...newer }: Submission,
  latest: TreeHead,
): Refusal | undefined {
  if (oldSize > newer.size) return malformed('the old size is more than that of the checkpoint')
  if (oldSize !== latest.size)
    return { status: 409, why: 'the old size is not that of the latest checkpoint', size: latest.size }
  if (newer.size === 0 && !Buffer.from(newer.root).equals(EMPTY_ROOT))
    return { status: 422, why: 'the root is not that of the empty tree' }
  if (!isConsistent(latest, newer, proof))
    return { status: 422, why: 'the checkpoint is not consistent with the latest one, or the proof is wrong' }
  return undefined
}

/** The state of a log of which the witness has cosigned no checkpoint. */
export const NOTHING: TreeHead = { size: 0, root: EMPTY_ROOT }

function malformed(why: string): Refusal {
  return { status: 400, why }
}

const OLD_SIZE = /^old (0|[1-9][0-9]{0,15})$/
const MAX_PROOF = 63
