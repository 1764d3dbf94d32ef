import { generateKeyPairSync } from 'node:crypto'
import { cosign } from '../../../services/kernel/tlog/cosignature.ts'
import { ed25519Bytes, SignatureType, verifierKey } from '../../../services/kernel/tlog/verifier-key.ts'

/** Makes a witness that cosigns every checkpoint. */
export function makeWitness(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = verifierKey(name, SignatureType.COSIGNATURE, ed25519Bytes(publicKey))
  return {
    key: key.text,
    /** Returns the signature line on a checkpoint. @param note the checkpoint with the log's signature */
    cosign: (note: string, seconds = 1_772_600_000) =>
      cosign(key, privateKey, `${note.split('\n\n')[0]}\n`, seconds),
    /** The same key under another name. */
    alias: (other: string) => verifierKey(other, SignatureType.COSIGNATURE, ed25519Bytes(publicKey)).text,
  }
}
