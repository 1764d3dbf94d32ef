import { expect, test } from 'vitest'
import { eventfulLog } from '../support/honest.ts'
import { uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { outcome } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'
import { edit, tamper } from '../support/tamper.ts'

const key = makeKey()
const log = eventfulLog()
const whole = await buildPackage(log, key)
const middle = await buildPackage(log, key, { first: 2, end: 5 })
const incident = await buildPackage(log, key, { incident: { id: uuid('a'), indices: [2, 5] } })
const time = (index: number) => JSON.parse(log.entries[index]!.text).at
const claiming = (base: Buffer, from: string | null, to: string | null) =>
  tamper(base, (files) => edit(files, 'manifest.json', (m) => (m.period = { from, to })), key)

test('a package has the entries of its period, with from inclusive and to exclusive', async () => {
  expect(await outcome(await claiming(middle, time(2), time(5)))).toBe('verified')
  expect(await outcome(await claiming(whole, time(0), null))).toBe('verified')
})

test.each([
  ['no beginning, and begins in mid-log', middle, null, time(5)],
  ['no end, and ends in mid-log', middle, time(2), null],
  ['no bounds, and is of a part of the log', middle, null, null],
  ['a beginning after the first entry', middle, time(3), time(5)],
  ['an end at the last entry', middle, time(2), time(4)],
  ['a beginning that the entry before it is after', middle, time(1), time(5)],
  ['an end that the entry after it is before', middle, time(2), time(6)],
  ['an end before its beginning', whole, time(5), time(2)],
  ['an end at its beginning', whole, time(2), time(2)],
  ['a period, and is of an incident', incident, time(0), null],
])('a package is rejected whose manifest states %s', async (_, base, from, to) => {
  expect(await outcome(await claiming(base, from, to))).toBe('period_mismatch')
})

test('a time with more than four digits of the year is manifest_form', async () => {
  expect(await outcome(await claiming(whole, null, '+010000-01-01T00:00:00.000Z'))).toBe('manifest_form')
})
