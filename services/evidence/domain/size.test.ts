import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_PACKAGE_BYTES, MAX_PART_BYTES } from './format.ts'
import { packParts } from './parts.ts'
import { admitPackage, packageBound } from './size.ts'

const GIB = 1024 ** 3
const day = (date: number, ...sequences: { type: string; lines: number; bytes: number }[]) => ({
  from: new Date(Date.UTC(2026, 0, date)),
  sequences,
})

test('packageBound holds for lines that do not compress at all', async () => {
  async function* noise() {
    for (let i = 0; i < 200; i++)
      yield {
        count: 1,
        text: `${randomBytes(48 * 1024)
          .toString('latin1')
          .replaceAll('\n', ' ')}\n`,
      }
  }
  const parts = await Array.fromAsync(packParts('incidents', noise()))
  const written = parts.reduce((sum, part) => sum + part.bytes.length, 0)
  const sequence = { type: 'incidents', lines: 200, bytes: parts.reduce((sum, part) => sum + part.size, 0) }
  const slack = packageBound([]).bytes
  expect(written).toBeLessThan(packageBound([sequence]).bytes - slack)
  expect(parts.length).toBeLessThanOrEqual(packageBound([sequence]).files)
})

test('a package that could reach 4 GiB is refused with the times to split at, and each piece is accepted', () => {
  const days = [1, 2, 3, 4].map((d) => day(d, { type: 'agent-events', lines: 1e6, bytes: 1.5 * GIB }))
  expect(() => admitPackage(days)).toThrow(/split it at 2026-01-03T00:00:00.000Z/)
  expect(() => admitPackage(days.slice(0, 2))).not.toThrow()
  expect(() => admitPackage(days.slice(2))).not.toThrow()
})

test('one day that is too large for a package is refused', () => {
  expect(() => admitPackage([day(1, { type: 'agent-events', lines: 9e6, bytes: 5 * GIB })])).toThrow(
    /shorter periods/,
  )
})

test('packageBound stays below what a ZIP without zip64 can hold', () => {
  const { bytes, files } = packageBound([{ type: 'agent-events', lines: 8e6, bytes: 3.9 * GIB }])
  expect(bytes).toBeLessThan(MAX_PACKAGE_BYTES)
  expect(files).toBeLessThan(0xffff)
  expect(MAX_PART_BYTES).toBeLessThan(bytes)
})
