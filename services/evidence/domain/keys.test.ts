import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { kidOf } from '../../kernel/crypto/ecdsa.ts'
import { checkedSigner } from './keys.ts'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { publicKey, privateKey } = pair()
const spki = publicKey.export({ type: 'spki', format: 'der' })

test('a key id is the SHA-256 of the key’s SPKI', () => {
  expect(kidOf(spki)).toBe(createHash('sha256').update(spki).digest('hex'))
})

test('a signature that does not verify under its signer’s key is never returned', async () => {
  const own = checkedSigner({ spki, sign: async (message) => sign('sha256', message, privateKey) })
  await expect(own.sign(Buffer.from('x'))).resolves.toBeInstanceOf(Buffer)
  const other = checkedSigner({ spki, sign: async (message) => sign('sha256', message, pair().privateKey) })
  await expect(other.sign(Buffer.from('x'))).rejects.toThrow(/does not verify/)
  const digest = createHash('sha256').update('x').digest()
  const twice = checkedSigner({ spki, sign: async () => sign('sha256', digest, privateKey) })
  await expect(twice.sign(Buffer.from('x'))).rejects.toThrow(/does not verify/)
})
