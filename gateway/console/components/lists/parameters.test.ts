import { expect, test } from 'vitest'
import { IncidentStatusSchema } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { day, enumValue, idOr, oneOf, readAddress, searched, searchedByWord } from './parameters.ts'

test('readAddress names unreadable parameters and leaves them out, and ignores empty ones', () => {
  const kinds = {
    status: enumValue(IncidentStatusSchema, 'active'),
    from: day,
    owner: idOr('me'),
    q: searched,
  }
  expect(readAddress({ status: 'active', from: 'abc', owner: 'me', q: '', other: 'x' }, kinds)).toEqual({
    known: { status: 'active', owner: 'me' },
    unread: ['from'],
  })
  expect(readAddress({}, kinds)).toEqual({ known: {}, unread: [] })
})

test.each(['2026-11-26', '2000-01-01', '2099-12-31', '2028-02-29'])('%s is accepted as a day', (text) => {
  expect(day(text)).toBe(true)
})

test.each(['abc', '', '2026-02-29', '2026-13-01', '2026-00-10', '2026-11-31', '1999-12-31', '02026-1-1'])(
  '%j is refused as a day',
  (text) => expect(day(text)).toBe(false),
)

test.each(['0', '77', '1.0', ' 1', '1e0', 'abc', ''])('%j is refused as an enum value', (text) => {
  expect(enumValue(IncidentStatusSchema)(text)).toBe(false)
})

test('enum numbers, words, ids and search texts are read', () => {
  expect(enumValue(IncidentStatusSchema)('1')).toBe(true)
  expect(oneOf('yes', 'no')('maybe')).toBe(false)
  expect(idOr()('01a2198c-af18-7000-ab8f-3718b1651298')).toBe(true)
  expect(idOr()('abc')).toBe(false)
  expect(searched('🐟'.repeat(200))).toBe(true)
  expect(searched('a'.repeat(201))).toBe(false)
  expect(searched('\0')).toBe(false)
  expect(['🐟', '!', '…', ''].map(searchedByWord)).toEqual([false, false, false, false])
  expect(['🐟1', 'é', '日'].map(searchedByWord)).toEqual([true, true, true])
})
