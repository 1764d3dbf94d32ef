import { type KeyObject, sign, verify } from 'node:crypto'
import { type NoteSignature, signatureLine } from './signed-note.ts'
import { isOf, SignatureType, type VerifierKey } from './verifier-key.ts'

/**
 * Makes a witness's signature line on a checkpoint (C2SP tlog-cosignature, Ed25519). It states that at this time the checkpoint
 * was the largest consistent one that the witness had seen of the log.
 *
 * @param text the text of the checkpoint
 * @param seconds POSIX time
 */
export function cosign(witness: VerifierKey, privateKey: KeyObject, text: string, seconds: number): string {
  const timestamp = Buffer.alloc(TIMESTAMP_BYTES)
  timestamp.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, cosignedMessage(text, seconds), privateKey)
  return signatureLine(witness.name, witness.keyId, Buffer.concat([timestamp, signature]))
}

/** The time at which the witness cosigned the checkpoint, in seconds; undefined where this is not its cosignature. */
export function cosignedAt(witness: VerifierKey, text: string, line: NoteSignature): number | undefined {
  if (witness.type !== SignatureType.COSIGNATURE || !isOf(line, witness)) return undefined
  if (line.signature.length !== TIMESTAMP_BYTES + SIGNATURE_BYTES) return undefined
  const seconds = Number(line.signature.readBigUInt64BE())
  if (!Number.isSafeInteger(seconds) || seconds === 0) return undefined
  const message = cosignedMessage(text, seconds)
  return verify(null, message, witness.key, line.signature.subarray(TIMESTAMP_BYTES)) ? seconds : undefined
}

function cosignedMessage(text: string, seconds: number): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
}

const TIMESTAMP_BYTES = 8
const SIGNATURE_BYTES = 64
