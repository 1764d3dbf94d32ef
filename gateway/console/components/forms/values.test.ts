import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateOf } from '../../language/instant.ts'
import { beginningAt, choiceOf } from './timestamp.ts'
import { Values } from './values.ts'

const { TZ } = process.env
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** The instant of a field in which this was typed, and chosen. */
function instantOf(typed: string, { began, chosen }: { began?: string; chosen?: string } = {}): string {
  const data = new FormData()
  data.set('at', typed)
  if (chosen !== undefined) data.set(choiceOf('at'), String(Date.parse(chosen)))
  const at = began === undefined ? undefined : timestampFromDate(new Date(began))
  const values = new Values(data, [{ name: 'at', label: 'When', ...beginningAt(at) }])
  return dateOf(values.instant('at')).toISOString()
}

test('a time over which the clocks were set back is the one of the two that was chosen', () => {
  const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
  expect(instantOf('2026-10-25T02:30')).toBe(first)
  expect(instantOf('2026-10-25T02:30', { chosen: first })).toBe(first)
  expect(instantOf('2026-10-25T02:30', { chosen: second })).toBe(second)
  expect(instantOf('2026-10-25T02:30', { chosen: first, began: second })).toBe(first)
})

test('a field that was not changed keeps its instant, with its seconds', () => {
  const began = '2026-10-25T01:30:59.123Z'
  expect(instantOf('2026-10-25T02:30', { began })).toBe(began)
  expect(instantOf('2026-10-25T02:30', { began, chosen: '2026-10-25T01:30:00Z' })).toBe(began)
  expect(instantOf('2026-06-03T14:30', { began: '2026-06-03T12:30:07.000Z' })).toBe(
    '2026-06-03T12:30:07.000Z',
  )
  expect(instantOf('2026-06-03T14:31', { began: '2026-06-03T12:30:07.000Z' })).toBe(
    '2026-06-03T12:31:00.000Z',
  )
})

test('a time over which the clocks were set forward is refused at its field', () => {
  expect(() => instantOf('2026-03-29T02:30')).toThrow(
    expect.objectContaining({
      fields: { at: ['does not exist in Europe/Berlin: the clocks were set forward over it'] },
    }),
  )
  expect(instantOf('2026-03-29T03:00')).toBe('2026-03-29T01:00:00.000Z')
})
