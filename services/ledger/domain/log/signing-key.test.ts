import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { kidOf } from '../../../kernel/crypto/ecdsa.ts'
import { logOrigin } from '../../../kernel/tlog/log-origin.ts'
import { checkpointBody } from './checkpoint.ts'
import { isSha256Sums, pemOf, rotationStatement } from './signing-key.ts'

const key = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'der', type: 'spki' })

describe('a text that may be signed for a package', () => {
  const line = `${'0a'.repeat(32)}  data/audit-000001.jsonl.gz\n`

  test('is a SHA256SUMS file of any length', () => {
    expect(isSha256Sums(line)).toBe(true)
    expect(isSha256Sums(line.repeat(65_535))).toBe(true)
  })

  test('is not a checkpoint, a rotation, or a file with anything else in it', () => {
    const checkpoint = checkpointBody({
      origin: logOrigin('01890a5d-ac96-774b-bcce-b302099a8057'),
      size: 1,
      root: Buffer.alloc(32),
    })
    const statement = rotationStatement(1, key(), key(), new Date(0))
    for (const other of [
      '',
      checkpoint,
      statement,
      line + checkpoint,
      line.trimEnd(),
      line.toUpperCase(),
      ` ${line}`,
    ])
      expect(isSha256Sums(other)).toBe(false)
  })
})

test('a key is published under the hash of its DER, in PEM lines of 64 characters', () => {
  const spki = key()
  expect(kidOf(spki)).toMatch(/^[0-9a-f]{64}$/)
  const lines = pemOf(spki).split('\n')
  expect(lines.at(0)).toBe('-----BEGIN PUBLIC KEY-----')
  expect(lines.slice(1, -2).join('')).toBe(spki.toString('base64'))
  expect(Math.max(...lines.slice(1, -2).map(({ length }) => length))).toBe(64)
})
