import { readdirSync, readFileSync } from 'node:fs'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { leafHash, treeHash } from '../../services/kernel/crypto/merkle.ts'
import { canonicalJson as kernelCanonicalJson } from '../../services/kernel/json/canonical-json.ts'
import { derive } from '../../verifier/src/decisions/gate.mjs'
import { consistent, rootFromInclusion, rootFromRange, Tree } from '../../verifier/src/hashes/merkle.mjs'
import { canonicalJson } from '../../verifier/src/json/json.mjs'
import { parseObject } from '../../verifier/src/json/value.mjs'
import { crc32ByTable } from '../../verifier/src/platform/crc32.mjs'
import * as definition from './support/merkle-by-definition.ts'

const directory = (name: string) => new URL(`../vectors/${name}/`, import.meta.url)
const read = (name: string, file: string) => JSON.parse(readFileSync(new URL(file, directory(name)), 'utf8'))
const files = (name: string) => readdirSync(directory(name)).filter((file) => file.endsWith('.json'))
const text = (hash: Buffer) => hash.toString('latin1')

describe('canonical JSON (RFC 8785)', () => {
  test.each(read('rfc8785', 'examples.json') as { source: string; input: string; canonical: string }[])(
    '$source',
    ({ input, canonical }) => {
      expect(canonicalJson(JSON.parse(input))).toBe(canonical)
      expect(kernelCanonicalJson(JSON.parse(input))).toBe(canonical)
      expect(parseObject(`{"a":${canonical}}`)).toBeDefined()
    },
  )

  test.each([
    '{"b":1,"a":2}',
    '{"a":1,"a":1}',
    '{ }',
    '1.0',
    '1e2',
    '-0',
    '"\\u0041"',
    '"\\ud800"',
    '"\\/"',
    '[1,]',
    '',
  ])('%s is refused as not canonical', (other) => expect(parseObject(`{"a":${other}}`)).toBeUndefined())
})

describe('Merkle trees (RFC 6962, RFC 9162) of 0 to 300 leaves, against proofs by definition', () => {
  const leaves = Array.from({ length: 300 }, (_, i) => leafHash(`entry ${i}`))
  const roots = Array.from({ length: 301 }, (_, n) => treeHash(leaves.slice(0, n)))
  const other = text(leafHash('another'))
  const hash = definition.rememberingHash(leaves)

  test('verifies the published vectors of certificate transparency', () => {
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ]
    const tree = new Tree()
    expect(Buffer.from(tree.root(), 'latin1').toString('hex')).toBe(sha256Hex(''))
    for (const input of inputs) tree.append(text(leafHash(Buffer.from(input, 'hex'))))
    const root = '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'
    expect(Buffer.from(tree.root(), 'latin1').toString('hex')).toBe(root)
  })

  test('the tree built leaf by leaf has the root hash by definition', () => {
    const tree = new Tree()
    for (let n = 0; n <= 300; n++) {
      expect(tree.root()).toBe(text(roots[n]!))
      expect(roots[n]!.equals(definition.treeHashByDefinition(leaves.slice(0, n)))).toBe(true)
      if (n < 300) tree.append(text(leaves[n]!))
    }
  })

  test('every inclusion proof gives the root hash, and no changed leaf, index, size or proof does', () => {
    for (let n = 1; n <= 300; n++) {
      for (let i = n % 7; i < n; i += 7) {
        const hashes = definition.inclusionPath(i, leaves.slice(0, n), hash).map(text)
        const root = text(roots[n]!)
        const given = (leaf: string, index: number, size: number, proof: string[]) =>
          rootFromInclusion(leaf, index, size, proof) === root
        const leaf = text(leaves[i]!)
        expect(given(leaf, i, n, hashes)).toBe(true)
        expect(given(other, i, n, hashes)).toBe(false)
        expect(given(leaf, i, n, [...hashes, other])).toBe(false)
        if (n > 1) {
          expect(given(leaf, i ^ 1, n, hashes)).toBe(false)
          expect(given(leaf, i, n, hashes.slice(1))).toBe(false)
          expect(given(leaf, i, n, [other, ...hashes.slice(1)])).toBe(false)
        }
        expect(given(leaf, i + n, n, hashes)).toBe(false)
      }
    }
  })

  test('every consistency proof holds, no changed one does, and none from size 0', () => {
    for (let n = 1; n <= 300; n++) {
      const root = text(roots[n]!)
      expect(consistent(0, text(roots[0]!), n, root, [])).toBe(false)
      for (let m = 1 + (n % 5); m <= n; m += 5) {
        const hashes = definition.consistencyPath(m, leaves.slice(0, n), hash).map(text)
        const old = text(roots[m]!)
        expect(consistent(m, old, n, root, hashes), `${m} to ${n}`).toBe(true)
        expect(consistent(m, other, n, root, hashes)).toBe(false)
        expect(consistent(m, old, n, other, hashes)).toBe(false)
        expect(consistent(m, old, n, root, [...hashes, other])).toBe(false)
        if (hashes.length > 0) expect(consistent(m, old, n, root, hashes.slice(0, -1))).toBe(false)
        if (hashes.length > 0) expect(consistent(m, old, n, root, [other, ...hashes.slice(1)])).toBe(false)
        if (m < n) expect(consistent(n, root, m, old, hashes)).toBe(false)
      }
    }
  })

  test('every range proof gives the root hash, and no changed leaf or hash does', () => {
    for (let n = 1; n <= 300; n += 1 + (n >> 4)) {
      for (let a = 0; a < n; a += 1 + (n >> 3)) {
        for (let b = a + 1; b <= n; b += 1 + (n >> 3)) {
          const { left, right } = definition.rangePath(a, b, leaves.slice(0, n))
          const root = (range: Buffer[], l: Buffer[], r: Buffer[]) => {
            const tree = new Tree(a, l.map(text))
            for (const leaf of range) tree.append(text(leaf))
            return rootFromRange(tree, n, r.map(text)) === text(roots[n]!)
          }
          const range = leaves.slice(a, b)
          expect(root(range, left, right), `${a} to ${b} of ${n}`).toBe(true)
          expect(root([...range.slice(0, -1), leafHash('x')], left, right)).toBe(false)
          expect(root(range, left, [...right, leafHash('x')])).toBe(false)
          if (right.length > 0) expect(root(range, left, right.slice(1))).toBe(false)
          if (left.length > 0) expect(root(range, [leafHash('x'), ...left.slice(1)], right)).toBe(false)
        }
      }
    }
  })
})

describe('gate rules (docs/gate-rules.md)', () => {
  test.each(files('gate'))('%s', (file) => {
    const { snapshot, expected, payload_hash } = read('gate', file)
    expect(sha256Hex(canonicalJson(snapshot))).toBe(payload_hash)
    expect(canonicalJson(derive(snapshot).output)).toBe(canonicalJson(expected))
  })

  test.each(files('gate/invalid'))('%s gives no decision', (file) => {
    expect(() => derive(read('gate/invalid', file).snapshot)).toThrow(TypeError)
  })
})

test('the verifier’s own CRC-32 for early versions of Node.js 20 equals that of zlib', () => {
  const data = Buffer.from('123456789')
  expect(crc32ByTable(data, 0)).toBe(0xcbf43926)
  expect(crc32ByTable(data.subarray(4), crc32ByTable(data.subarray(0, 4), 0))).toBe(zlibCrc32(data))
  const bytes = Uint8Array.from({ length: 4096 }, (_, n) => (n * n) >>> 4)
  for (const start of [0, 1, 0x7fffffff, 0x80000000, 0xffffffff])
    expect(crc32ByTable(bytes, start)).toBe(zlibCrc32(bytes, start))
})
