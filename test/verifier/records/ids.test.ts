import { expect, test } from 'vitest'
import { VersionTable } from '../../../verifier/src/replay/ids.mjs'

const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0')
const table = () => {
  const versions = new VersionTable({ slots: 1 << 20 })
  return (id: string) => {
    const bytes = Buffer.from(`"${id}"`)
    return versions.next(bytes, 1, bytes.length - 1)
  }
}
/** Ids as they are minted: many of a millisecond, numbered. */
const minted = (ms: number, n: number) => `01a205e0-${hex(ms, 4)}-7${hex(n, 3)}-8639-513caba10eac`

test.each<[what: string, id: (n: number) => string]>([
  ['minted one after the other', (n) => minted(Math.trunc(n / 500), n % 500)],
  ['of one beginning', (n) => `01a205e0-1b3e-7000-8639-${hex(n, 12)}`],
  ['that differ at the end of the second word alone', (n) => `${hex(n, 8)}-1b3e-7000-8639-513caba10eac`],
  ['of no pattern', (n) => `${hex(Math.imul(n + 1, 0x9e3779b1) >>> 0, 8)}-1b3e-4000-8639-${hex(n, 12)}`],
  ['that are no UUID', (n) => `MAL-${n}`],
  ['that are nearly UUIDs', (n) => `01A205E0-1b3e-7000-8639-${hex(n, 12)}`],
])('the verifier’s table of ids tells very many ids apart: ids %s', (_, id) => {
  const next = table()
  const order = Array.from({ length: 5000 }, (_, i) => (i * 1999) % 5000)
  for (let version = 1; version <= 3; version++)
    for (const n of version % 2 === 0 ? order : order.toReversed())
      if (next(id(n)) !== version) expect.fail(`${id(n)}: another version than ${version}`)
})

test('the verifier’s table of ids compares every character of an id', () => {
  const id = minted(7, 3)
  const next = table()
  expect(next(id)).toBe(1)
  for (let at = 0; at < id.length; at++)
    for (const one of ['g', '-', 'F', ' ', id[at] === '5' ? '6' : '5'])
      if (one !== id[at]) expect(next(id.slice(0, at) + one + id.slice(at + 1)), `${one} at ${at}`).toBe(1)
  expect(next(id)).toBe(2)
})
