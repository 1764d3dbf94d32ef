import { cosignedAt } from '../../../kernel/tlog/cosignature.ts'
import { NoteError, parseNote, parseSignatureLine } from '../../../kernel/tlog/signed-note.ts'
import { consistencyProof, type NodeReader } from '../../domain/log/proof.ts'
import type { AddressRule } from '../../outbound/addresses.ts'
import { type Answered, exchange } from '../../outbound/exchange.ts'
import { requireAvailable } from '../../outbound/require-available.ts'
import type { StoredCheckpoint } from '../../store/log/checkpoints.ts'
import type { WitnessTarget } from './config.ts'

/** `ahead`: the witness has cosigned a larger checkpoint. `refused`: it has seen another history, or does not know the log. */
type Submitted =
  | { outcome: 'cosigned'; line: string }
  | { outcome: 'ahead' }
  | { outcome: 'refused'; why: string }

/**
 * Submits a checkpoint to a witness (C2SP tlog-witness, `add-checkpoint`) with the proof from the size that the witness has.
 * If the witness has another size, its answer names it, and the checkpoint is submitted again. A cosignature is verified before it
 * counts.
 *
 * @param known the size that the witness cosigned last, as far as the ledger knows
 * @throws OutboundProblem where the witness does not answer
 */
export async function submitCheckpoint(
  options: { rule: AddressRule; nodes: NodeReader },
  witness: WitnessTarget,
  { note, size }: Pick<StoredCheckpoint, 'note' | 'size'>,
  known: number,
): Promise<Submitted> {
  let old = known
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (old > size) return { outcome: 'ahead' }
    const proof = old === 0 ? [] : await consistencyProof(old, size, options.nodes)
    const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')
    const answer = await exchange(
      { rule: options.rule, listedIn: 'ATTESTRY_WITNESS_ADDRESSES' },
      {
        url: new URL(`${witness.url}/add-checkpoint`),
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: `old ${old}\n${lines}\n${note}`,
      },
    )
    if (requireAvailable(answer).status === 200) return cosigned(witness, note, answer)
    const has = sizeIn(answer)
    if (has === undefined || has === old) return { outcome: 'refused', why: `status ${answer.status}` }
    old = has
  }
  return { outcome: 'refused', why: 'it names another size each time' }
}

function cosigned({ key }: WitnessTarget, note: string, { body }: Answered): Submitted {
  const { text } = parseNote(note)
  for (const line of body.toString('utf8').split('\n').slice(0, MAX_LINES)) {
    const read = signatureOf(line)
    // Lines of other keys are ignored.
    if (read && cosignedAt(key, text, read) !== undefined) return { outcome: 'cosigned', line }
  }
  return { outcome: 'refused', why: 'the answer has no valid cosignature of its key' }
}

function signatureOf(line: string) {
  try {
    return parseSignatureLine(line)
  } catch (error) {
    if (error instanceof NoteError) return undefined
    throw error
  }
}

/** The size that the witness has, from an answer of status 409. */
function sizeIn({ status, contentType, body }: Answered): number | undefined {
  if (status !== 409 || !contentType.startsWith('text/x.tlog.size')) return undefined
  const size = SIZE.exec(body.toString('utf8'))?.[1]
  return size === undefined ? undefined : Number(size)
}

const ATTEMPTS = 3
const MAX_LINES = 32
const SIZE = /^(0|[1-9][0-9]{0,14})\n$/
