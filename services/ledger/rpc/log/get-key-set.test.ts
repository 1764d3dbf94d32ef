import { generateKeyPairSync } from 'node:crypto'
import { create } from '@bufbuild/protobuf'
import type { HandlerContext } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { GetKeySetRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { kidOf } from '../../../kernel/crypto/ecdsa.ts'
import { rotationStatement, type SigningKeyState } from '../../domain/log/signing-key.ts'
import { getKeySet } from './get-key-set.ts'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = publicKey.export({ format: 'der', type: 'spki' })

/** A key with a public half of the right form: nothing is verified here. */
function keyNumbered(number: number): SigningKeyState {
  const at = new Date(number * 1000)
  const own = Buffer.from(spki)
  own.writeUInt32BE(number, own.length - 4)
  return {
    ...{ id: '', kid: kidOf(own), keyArn: '', publicKey: own, number, version: 1 },
    statement: number === 0 ? null : rotationStatement(number, own, own, at),
    ...{ oldSignature: Buffer.of(1), newSignature: Buffer.of(1) },
    ...{ status: 'retired', validFrom: at, validUntil: at, revocationReason: null },
  }
}

async function keySetOf(count: number, packaged: boolean) {
  const all = Array.from({ length: count }, (_, number) => keyNumbered(number))
  const signingKeys = {
    list: async () => all,
    current: async () => all.at(-1)!,
    sign: never,
    rotate: never,
    revoke: never,
  }
  const answer = await getKeySet({ signingKeys })(
    create(GetKeySetRequestSchema, { packaged }),
    {} as HandlerContext,
  )
  const { keys = [], rotations = [], keyset = '' } = answer
  return {
    keys: keys.length,
    published: JSON.parse(keyset).keys.length,
    rotations: [rotations[0]?.number, rotations.at(-1)?.number],
  }
}

function never(): never {
  throw new Error('is not asked for')
}

test('the key set has every key and rotation; for a package, the newest 4,096 rotations and their keys', async () => {
  expect(await keySetOf(5000, false)).toEqual({ keys: 5000, published: 5000, rotations: [1, 4999] })
  expect(await keySetOf(5000, true)).toEqual({ keys: 4097, published: 4097, rotations: [904, 4999] })
  expect(await keySetOf(4097, true)).toEqual({ keys: 4097, published: 4097, rotations: [1, 4096] })
  expect(await keySetOf(1, true)).toEqual({ keys: 1, published: 1, rotations: [undefined, undefined] })
})
