import { describe, expect, test } from 'vitest'
import { eventfulLog } from '../support/honest.ts'
import { uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { asFile, outcome, verify } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'
import { asVersion1, edit, type Files, tamper } from '../support/tamper.ts'
import { unpack } from '../support/zip.ts'

const key = makeKey()
const log = eventfulLog()
const size = log.entries.length
const pin = { pin: [key.kid] }
const NEIGHBOURS = 'log/neighbours.json'
const ranges = [
  { first: 2, end: 5 },
  { first: 0, end: 5 },
  { first: 2, end: size },
]
const middle = await buildPackage(log, key, ranges[0])
const changed = (change: (files: Files) => unknown) => tamper(middle, change, key)
const edited = (change: Parameters<typeof edit>[2]) => changed((files) => edit(files, NEIGHBOURS, change))
const time = (index: number) => JSON.parse(log.entries[index]!.text).at

describe('the neighboring entries of a range', () => {
  test.each(ranges)('are in a package of leaves $first to $end, and proven', async ({ first, end }) => {
    const bytes = await buildPackage(log, key, { first, end })
    const { after, before } = JSON.parse(unpack(bytes).get(NEIGHBOURS)!.toString())
    expect(before?.entry).toBe(log.entries[first - 1]?.text)
    expect(after?.entry).toBe(log.entries[end]?.text)
    const { result, not_proven } = await verify(bytes, pin)
    expect(result).toBe('verified')
    const lines = not_proven.join('\n')
    expect(lines.includes(`leaf ${first - 1} of ${first > 0 && time(first - 1)}, which is proven`)).toBe(
      first > 0,
    )
    expect(lines.includes(`leaf ${end} of ${end < size && time(end)}, which is proven`)).toBe(end < size)
  })

  test('and all others that the period leaves out are named in the report, also where the replay passes', async () => {
    const leftOut =
      /^what happened (before|from) (\S+)(?: on)?: the period leaves out (?:leaves (\d+) to (\d+)|leaf (\d+)) of the log/
    const said = async (bytes: Buffer, more = {}) => {
      const { not_proven, package: about } = await verify(bytes, { ...pin, ...more })
      return {
        about,
        lines: not_proven.flatMap((line) => leftOut.exec(line)?.slice(1).filter(Boolean).join(' ') ?? []),
      }
    }
    const beginning = await buildPackage(log, key, ranges[1])
    const { about, lines } = await said(beginning, { requireReplay: true })
    expect(lines).toEqual([`from ${about?.period?.to} 5 ${size - 1}`])
    expect(about).toMatchObject({
      period: { from: null, to: expect.any(String) },
      log: { entries: 5, first_index: 0, tree_size: size },
    })
    const both = (await said(middle)).lines
    expect(both).toEqual([expect.stringMatching(/^before \S+ 0 1$/), expect.stringMatching(/^from \S+ 5 /)])
    const end = await buildPackage(log, key, { first: 5, earlier: [size] })
    expect((await said(end)).lines).toEqual([expect.stringMatching(/^before \S+ 0 4$/)])
    expect((await said(end, { previous: asFile(beginning, 'beginning.zip') })).lines).toEqual([])
    const one = await said(await buildPackage(log, key, { end: size - 1 }))
    expect(one.lines).toEqual([`from ${one.about?.period?.to} ${size - 1}`])
    expect((await said(await buildPackage(log, key))).lines).toEqual([])
  })

  test('are not in a package of the whole log or of an incident, and refused there', async () => {
    for (const options of [{}, { incident: { id: uuid('a'), indices: [2, 5] } }]) {
      const bytes = await buildPackage(log, key, options)
      expect(unpack(bytes).has(NEIGHBOURS)).toBe(false)
      expect(await outcome(bytes, pin)).toBe('verified')
      const more = await tamper(bytes, (files) => files.set(NEIGHBOURS, unpack(middle).get(NEIGHBOURS)!), key)
      expect(await outcome(more, pin)).toBe('manifest_files')
    }
  })

  test('are refused when one or both are missing', async () => {
    expect(await outcome(await changed((files) => files.delete(NEIGHBOURS)), pin)).toBe('manifest_files')
    expect(await outcome(await edited((value) => (value.before = null)), pin)).toBe('proof_form')
    expect(await outcome(await edited((value) => (value.after = null)), pin)).toBe('proof_form')
  })

  test('are refused when changed or swapped', async () => {
    const cases: [string, Parameters<typeof edit>[2]][] = [
      ['inclusion_mismatch', (value) => (value.before.entry = value.before.entry.replace('2026', '2025'))],
      ['inclusion_mismatch', (value) => (value.before = value.after)],
      ['inclusion_mismatch', (value) => value.after.hashes.pop()],
      ['proof_form', (value) => (value.tree_size += 1)],
      ['proof_form', (value) => (value.after.more = 1)],
      ['proof_form', (value) => (value.more = null)],
    ]
    for (const [code, change] of cases) expect(await outcome(await edited(change), pin)).toBe(code)
  })

  test('show an entry of the period that the range left out, on either side', async () => {
    for (const [from, to, index] of [
      [time(1), time(5), 1],
      [time(2), time(6), 5],
    ]) {
      const bytes = await changed((files) => edit(files, 'manifest.json', (m) => (m.period = { from, to })))
      const { failures } = await verify(bytes, pin)
      expect(failures[0]).toMatchObject({ code: 'period_mismatch', index, file: NEIGHBOURS })
    }
  })
})

test('a package states when it was exported, and is refused if that is before its checkpoint', async () => {
  const exportedAt = new Date('2026-03-04T09:00:00.000Z')
  const found = await verify(await buildPackage(log, key, { exportedAt }), pin)
  expect(found.package).toMatchObject({ exported_at: exportedAt.toISOString() })
  const early = await buildPackage(log, key, { exportedAt: new Date('2026-03-04T04:00:00.000Z') })
  expect(await outcome(early, pin)).toBe('time_order')
  const without = await changed((files) => edit(files, 'manifest.json', (m) => delete m.exported_at))
  expect(await outcome(without, pin)).toBe('manifest_form')
})

test('a package of format version 1 with parts of version 2 is refused', async () => {
  expect(await outcome(await changed((files) => edit(files, 'manifest.json', asVersion1)), pin)).toBe(
    'manifest_files',
  )
  const timed = await changed((files) => edit(files, 'manifest.json', (m) => (m.format_version = 1)))
  expect(await outcome(timed, pin)).toBe('manifest_form')
})
