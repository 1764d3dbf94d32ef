import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sha256Hex } from '../kernel/crypto/digest.ts'
import { canonicalJson, type JsonValue } from '../kernel/json/canonical-json.ts'
import { decide } from './domain/decision/decide.ts'
import type { Decision } from './domain/decision/decision.ts'
import type { Snapshot } from './domain/decision/snapshot.ts'

const VECTORS = new URL('../../test/vectors/gate/', import.meta.url)

const valid = read<Vector>(VECTORS)
const invalid = read<Pick<Vector, 'guarantee' | 'snapshot'>>(new URL('invalid/', VECTORS))

test('the shared gate vectors are complete', () => {
  expect(valid.length).toBeGreaterThanOrEqual(40)
  expect(invalid.length).toBeGreaterThanOrEqual(5)
})

test.each(valid)('$guarantee ($file)', ({ snapshot, expected, payload_hash }) => {
  expect(decide(snapshot)).toEqual(expected)
  expect(sha256Hex(canonicalJson(snapshot as JsonValue))).toBe(payload_hash)
})

test.each(invalid)('$guarantee ($file)', ({ snapshot }) => {
  expect(() => decide(snapshot)).toThrow(/do not cover/)
})

function read<T>(directory: URL): (T & { file: string })[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, ...JSON.parse(readFileSync(new URL(file, directory), 'utf8')) }))
}

type Vector = { guarantee: string; snapshot: Snapshot; payload_hash: string; expected: Decision }
