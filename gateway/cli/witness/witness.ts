import { cosign } from '../../../services/kernel/tlog/cosignature.ts'
import { parseNote, type SignedNote } from '../../../services/kernel/tlog/signed-note.ts'
import { isOf } from '../../../services/kernel/tlog/verifier-key.ts'
import {
  growthRefusal,
  NOTHING,
  type Refusal,
  readSubmission,
  type Submission,
  signatureRefusal,
} from './add-checkpoint.ts'
import type { WitnessDirectory } from './directory.ts'

/** A witness of logs (C2SP tlog-witness). */
export type Witness = {
  /** @returns the cosignature line, or the reason why there is none. @throws if the state cannot be read or kept */
  addCheckpoint(body: string): Promise<{ line: string; origin: string; size: number } | Refusal>
  /** Returns the latest checkpoint of a log with its cosignature, by the SHA-256 of the log's origin in hex. */
  checkpoint(originHash: string): Promise<string | undefined>
}

/** @param now milliseconds */
export function witnessOf(directory: WitnessDirectory, now: () => number = Date.now): Witness {
  const { witness, privateKey } = directory
  /** The work in progress for a log: checking against the latest checkpoint and storing the new one are one step. */
  const turns = new Map<string, Promise<unknown>>()
  const inTurn = async <T>(origin: string, work: () => Promise<T>): Promise<T> => {
    const before = turns.get(origin) ?? Promise.resolve()
    const own = before.catch(() => {}).then(work)
    turns.set(origin, own)
    return own.finally(() => {
      if (turns.get(origin) === own) turns.delete(origin)
    })
  }

  const decide = async (submitted: Submission) => {
    const { origin, size, note } = submitted
    const latest = await directory.latest(origin)
    const refusal = growthRefusal(submitted, latest ?? NOTHING)
    if (refusal !== undefined) return refusal
    // Even if the clock was set back, a larger checkpoint is never older than a smaller one.
    const time = Math.max(Math.floor(now() / 1000), latest?.time ?? 1)
    await directory.keep(origin, textOf(note, await directory.keysOf(origin)), time)
    return { line: cosign(witness, privateKey, note.text, time), origin, size }
  }

  return {
    addCheckpoint: async (body) => {
      const submitted = readSubmission(body)
      if ('status' in submitted) return submitted
      const refusal = signatureRefusal(submitted, await directory.keysOf(submitted.origin))
      return refusal ?? (await inTurn(submitted.origin, () => decide(submitted)))
    },
    checkpoint: async (originHash) => {
      const latest = await directory.latestByHash(originHash)
      if (latest === undefined) return undefined
      const { text } = parseNote(latest.checkpoint)
      // Ed25519 is deterministic, so this is the line that was returned when the checkpoint was cosigned.
      return latest.checkpoint + cosign(witness, privateKey, text, latest.time)
    },
  }
}

/** Returns the note with only the signatures of the log's known keys. */
function textOf({ text, signatures }: SignedNote, keys: Parameters<typeof isOf>[1][]): string {
  const own = signatures.filter((line) => keys.some((key) => isOf(line, key)))
  return `${text}\n${own.map(({ line }) => line).join('')}`
}
