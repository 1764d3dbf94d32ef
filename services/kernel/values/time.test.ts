import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOf, isoTime, timestamp, timestampOf, timestampText } from './time.ts'

const instant = fc.oneof(
  fc.date({ noInvalidDate: true }),
  fc.date({
    min: new Date('2026-03-01T10:00:00Z'),
    max: new Date('2026-03-01T10:02:00Z'),
    noInvalidDate: true,
  }),
)

test('isoTime writes a time as ECMAScript does, whatever was written before', () => {
  fc.assert(
    fc.property(fc.array(instant), (dates) => {
      expect(dates.map(isoTime)).toEqual(dates.map((date) => date.toISOString()))
    }),
    { numRuns: 1000 },
  )
  for (const text of ['1970-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z']) {
    expect(isoTime(new Date(text))).toBe(text)
  }
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError)
})

test('a time keeps its milliseconds in a protobuf timestamp', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (at) => {
        expect(dateOf(timestamp(at))).toEqual(at)
        expect(dateOf(timestampOf(at.toISOString()))).toEqual(at)
        expect(timestampText(timestamp(at))).toBe(at.toISOString())
      },
    ),
  )
})

test('a timestamp with nanos out of range is an invalid date', () => {
  for (const nanos of [-1, 1_000_000_000, -2_147_483_648, 2_147_483_647]) {
    expect(dateOf({ ...timestamp(new Date(0)), nanos }).getTime()).toBeNaN()
  }
})
