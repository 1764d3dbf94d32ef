import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { leafHash, treeHash } from '../crypto/merkle.ts'
import { parseCheckpointText } from './checkpoint-text.ts'
import { cosign, cosignedAt } from './cosignature.ts'
import { EMPTY_ROOT, isConsistent } from './merkle-proof.ts'
import { parseNote, parseSignatureLine } from './signed-note.ts'
import {
  ed25519Bytes,
  isOf,
  parseVerifierKey,
  SignatureType,
  verifierKey,
  verifiesNote,
} from './verifier-key.ts'

/** The verifier key and a checkpoint of the Go checksum database. */
const SUM_KEY = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'
const SUM_NOTE =
  'go.sum database tree\n35225469\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n\n' +
  '— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=\n'

describe('a signed note', () => {
  test('of the Go checksum database verifies under its published key', () => {
    const { text, signatures } = parseNote(SUM_NOTE)
    const key = parseVerifierKey(SUM_KEY)
    expect(key.text).toBe(SUM_KEY)
    expect(isOf(signatures[0]!, key)).toBe(true)
    expect(verifiesNote(key, text, signatures[0]!.signature)).toBe(true)
    expect(verifiesNote(key, text.replace('35225469', '35225468'), signatures[0]!.signature)).toBe(false)
    expect(parseCheckpointText(text)).toMatchObject({ origin: 'go.sum database tree', size: 35225469 })
  })

  test('has one form, and others are refused', () => {
    for (const bad of [
      '',
      'text\n',
      'text\n\n',
      SUM_NOTE.slice(0, -1),
      SUM_NOTE.replace('— ', '- '),
      SUM_NOTE.replace('tree\n', 'tree\r\n'),
      SUM_NOTE.replace('sum.golang.org Az', 'sum+golang.org Az'),
      SUM_NOTE.replace('sum.golang.org Az', 'sum\u00a0golang.org Az'),
      SUM_NOTE.replace('fwQ=', 'fwR='),
      `${SUM_NOTE}— a.example AAAA\n`,
      SUM_NOTE + SUM_NOTE.split('\n\n')[1]!.repeat(32),
    ])
      expect(() => parseNote(bad), JSON.stringify(bad.slice(0, 200))).toThrow()
    for (const bad of [
      'o\n01\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n',
      'o\n1\nvt5T\n',
      'o\n1\n',
      '\n1\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n',
    ])
      expect(() => parseCheckpointText(bad)).toThrow()
  })

  test('a verifier key with a wrong key id is refused', () => {
    expect(() => parseVerifierKey(SUM_KEY.replace('033de0ae', '033de0af'))).toThrow('key id')
    expect(() => parseVerifierKey(SUM_KEY.replace('sum.', 'sun.'))).toThrow('key id')
    expect(() => parseVerifierKey('a.example+00000000+BwA=')).toThrow('Ed25519')
  })
})

test('a cosignature equals tlog-cosignature byte for byte, as openssl confirms', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const witness = verifierKey('witness.example/w1', SignatureType.COSIGNATURE, ed25519Bytes(publicKey))
  const { text } = parseNote(SUM_NOTE)
  const line = parseSignatureLine(cosign(witness, privateKey, text, 1679315147).slice(0, -1))
  expect(line.signature.subarray(0, 8).toString('hex')).toBe('00000000641850cb')
  expect(cosignedAt(witness, text, line)).toBe(1679315147)
  expect(cosignedAt(witness, text.replace('35225469', '35225468'), line)).toBeUndefined()
  const other = verifierKey('witness.example/w2', SignatureType.COSIGNATURE, ed25519Bytes(publicKey))
  expect(cosignedAt(other, text, line)).toBeUndefined()

  const directory = mkdtempSync(join(tmpdir(), 'attestry-tlog-'))
  try {
    writeFileSync(join(directory, 'key.pem'), publicKey.export({ format: 'pem', type: 'spki' }))
    writeFileSync(join(directory, 'message'), `cosignature/v1\ntime 1679315147\n${text}`)
    writeFileSync(join(directory, 'signature'), line.signature.subarray(8))
    const args = [
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      'key.pem',
      '-rawin',
      '-in',
      'message',
      '-sigfile',
      'signature',
    ]
    expect(execFileSync('openssl', args, { cwd: directory, encoding: 'utf8' })).toContain(
      'Verified Successfully',
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
})

describe('proofs', () => {
  const leaves = Array.from({ length: 33 }, (_, i) => leafHash(`leaf ${i}`))
  const head = (size: number) => ({ size, root: treeHash(leaves.slice(0, size)) })

  test('of consistency hold between all sizes up to 33, and for no other root, hash, length or order', () => {
    for (let to = 1; to <= leaves.length; to++)
      for (let from = 0; from <= to; from++) {
        const proof = from === 0 ? [] : consistency(from, leaves.slice(0, to), true)
        expect(isConsistent(head(from), head(to), proof), `${from} ${to}`).toBe(true)
        expect(isConsistent(head(from), { size: to, root: leaves[0]! }, proof) && to > 1 && from > 0).toBe(
          false,
        )
        expect(isConsistent(head(from), head(to), [...proof, leaves[0]!])).toBe(false)
        if (proof.length === 0) continue
        expect(isConsistent({ size: from, root: leaves[1]! }, head(to), proof)).toBe(false)
        expect(isConsistent(head(from), head(to), proof.slice(1))).toBe(false)
        expect(isConsistent(head(from), head(to), proof.slice(0, -1))).toBe(false)
        for (let i = 0; i < proof.length; i++)
          expect(isConsistent(head(from), head(to), proof.with(i, EMPTY_ROOT))).toBe(false)
      }
    expect(isConsistent(head(7), head(3), [])).toBe(false)
  })
})

/** RFC 6962 section 2.1.2, word for word. */
function consistency(m: number, list: Buffer[], whole: boolean): Buffer[] {
  const n = list.length
  if (m === n) return whole ? [] : [treeHash(list)]
  const k = 2 ** Math.floor(Math.log2(n - 1))
  return m <= k
    ? [...consistency(m, list.slice(0, k), whole), treeHash(list.slice(k))]
    : [...consistency(m - k, list.slice(k), false), treeHash(list.slice(0, k))]
}
