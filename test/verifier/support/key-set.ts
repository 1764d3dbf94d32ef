import type { KeySetTexts, Signer } from '../../../services/evidence/domain/keys.ts'
import { kidOf } from '../../../services/kernel/crypto/ecdsa.ts'
import {
  keySetText as keySetTextOf,
  pemOf,
  rotationStatement,
  rotationText,
  type SigningKeyState,
} from '../../../services/ledger/domain/log/signing-key.ts'

export { pemOf }

/** Returns the published set of some keys, as the ledger writes it. */
export function keySetText(keys: readonly PublishedKey[]): string {
  return keySetTextOf(states(keys))
}

/** Returns the texts that the ledger passes to the writer of a package. */
export function keySetTexts(keys: readonly PublishedKey[], rotations: readonly Rotation[]): KeySetTexts {
  return {
    keyset: keySetText(keys),
    keys: keys.map(({ spki }) => ({ kid: kidOf(spki), pem: pemOf(Buffer.from(spki)) })),
    rotations,
  }
}

/** Rotates from one key to the next. Returns the statement signed by both. */
export async function rotate(options: {
  number: number
  from: Signer
  to: Signer
  at: Date
}): Promise<Rotation> {
  const { number, from, to, at } = options
  const statement = rotationStatement(number, from.spki, to.spki, at)
  const message = Buffer.from(statement)
  const key = {
    ...state(
      { spki: to.spki, status: 'active', validFrom: at, validUntil: null, revocationReason: null },
      number,
    ),
    statement,
    oldSignature: await from.sign(message),
    newSignature: await to.sign(message),
  }
  return { number, text: rotationText(key) }
}

function states(keys: readonly PublishedKey[]): SigningKeyState[] {
  return keys
    .toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
    .map((key, number) => state(key, number))
}

function state({ spki, ...rest }: PublishedKey, number: number): SigningKeyState {
  const publicKey = Buffer.from(spki)
  const rotation = { statement: null, oldSignature: null, newSignature: null }
  return { ...rest, ...rotation, id: '', kid: kidOf(publicKey), keyArn: '', publicKey, number, version: 1 }
}

/** The text of `keys/rotations/NNNNNN.json`, and its number. */
export type Rotation = { number: number; text: string }

export type PublishedKey = Pick<
  SigningKeyState,
  'status' | 'validFrom' | 'validUntil' | 'revocationReason'
> & {
  spki: Uint8Array
}
