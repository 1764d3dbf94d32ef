import type { KeyObject } from 'node:crypto'
import { sha256 } from '../../../kernel/crypto/digest.ts'
import { publicKeyFrom, verifySignature } from '../../../kernel/crypto/ecdsa.ts'
import { logOrigin, ORIGIN_PREFIX } from '../../../kernel/tlog/log-origin.ts'
import { base64, KEY_ID_BYTES } from '../../../kernel/tlog/signed-note.ts'
import { isUuid } from '../../../kernel/values/ids.ts'
import { HASH_BYTES } from './tree.ts'

/**
 * Returns the signed text of a checkpoint: origin, size and root, each on a line (C2SP tlog-checkpoint, without extension lines;
 * docs/evidence-package.md section 6).
 */
export function checkpointBody({ origin, size, root }: Checkpoint): string {
  if (!isOrigin(origin) || !Number.isSafeInteger(size) || size < 0 || root.length !== HASH_BYTES)
    throw new RangeError('not a checkpoint')
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`
}

/**
 * The checkpoint as a signed note (C2SP signed-note) with one ECDSA signature (type 0x02).
 *
 * @param signature DER, low-S, of the UTF-8 bytes of {@link checkpointBody} under `publicKey` (SPKI DER)
 */
export function signedCheckpoint(
  checkpoint: Checkpoint,
  publicKey: Uint8Array,
  signature: Uint8Array,
): string {
  const signed = Buffer.concat([keyHash(publicKey), signature]).toString('base64')
  return `${checkpointBody(checkpoint)}\n— ${checkpoint.origin} ${signed}\n`
}

/**
 * Reads a signed checkpoint and checks its signature. A checkpoint and a signature have exactly one accepted text.
 *
 * @param keys the keys that may have signed it
 * @throws CheckpointError
 */
export function verifyCheckpoint(text: string, keys: CheckpointKeys): SignedCheckpoint {
  const parsed = parseCheckpoint(text)
  const named = keys.get(parsed.keyHash.toString('hex'))
  if (named === undefined)
    throw new CheckpointError('unknown_key', `the checkpoint names key ${parsed.keyHash.toString('hex')}`)
  const signer = named.find(({ key }) => verifySignature(key, checkpointBody(parsed), parsed.signature))
  if (signer === undefined)
    throw new CheckpointError('bad_signature', 'the signature of the checkpoint does not verify')
  return { ...parsed, publicKey: signer.publicKey }
}

/** Keys by their key hash in a checkpoint. A hash has four bytes, so that several keys may share one. @param publicKeys SPKI DER */
export function checkpointKeys(publicKeys: Iterable<Uint8Array>): CheckpointKeys {
  const keys = Array.from(publicKeys, (publicKey) => ({ publicKey, key: publicKeyFrom(publicKey) }))
  return Map.groupBy(keys, ({ publicKey }) => keyHash(publicKey).toString('hex'))
}

/** The parts of a signed checkpoint. Its signature is not checked here. @throws CheckpointError */
function parseCheckpoint(text: string): ParsedCheckpoint {
  const { origin = '', size = '', root = '', name, signed = '' } = NOTE.exec(text)?.groups ?? {}
  const parsed = { origin, size: Number(size), root: base64(root) }
  const signature = base64(signed)
  if (
    !isOrigin(origin) ||
    name !== origin ||
    !Number.isSafeInteger(parsed.size) ||
    parsed.root?.length !== HASH_BYTES ||
    signature === undefined ||
    signature.length <= KEY_ID_BYTES
  )
    throw new CheckpointError('malformed', 'not a signed checkpoint of an Attestry log')
  return {
    ...parsed,
    root: parsed.root,
    keyHash: signature.subarray(0, KEY_ID_BYTES),
    signature: signature.subarray(KEY_ID_BYTES),
  }
}

export class CheckpointError extends Error {
  readonly code: 'malformed' | 'unknown_key' | 'bad_signature'

  constructor(code: CheckpointError['code'], message: string) {
    super(message)
    this.name = 'CheckpointError'
    this.code = code
  }
}

/** The first four bytes of SHA-256 of the SPKI DER, and so of the kid (C2SP signed-note, type 0x02). */
function keyHash(publicKey: Uint8Array): Buffer {
  return sha256(publicKey).subarray(0, KEY_ID_BYTES)
}

function isOrigin(origin: string): boolean {
  const id = origin.slice(ORIGIN_PREFIX.length)
  return origin === logOrigin(id.toLowerCase()) && isUuid(id)
}

const NOTE =
  /^(?<origin>[^\n]+)\n(?<size>0|[1-9][0-9]{0,15})\n(?<root>[A-Za-z0-9+/=]+)\n\n— (?<name>[^ \n]+) (?<signed>[A-Za-z0-9+/=]+)\n$/

/** A tree's state: `size` leaves, root hash of 32 bytes. */
type Checkpoint = { origin: string; size: number; root: Uint8Array }
type ParsedCheckpoint = Checkpoint & { keyHash: Buffer; signature: Buffer }
export type CheckpointKeys = ReadonlyMap<string, { publicKey: Uint8Array; key: KeyObject }[]>
type SignedCheckpoint = ParsedCheckpoint & { publicKey: Uint8Array }
