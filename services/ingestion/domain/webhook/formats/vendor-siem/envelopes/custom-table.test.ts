import { expect, test } from 'vitest'
import { readingRows } from './custom-table.ts'

const read = (columns: object) => readingRows()({ Type: 'X_CL', ...columns })

test('a custom table’s column gets its name and every object path that its underscores allow', () => {
  expect(read({ rule_first_id_s: 'r', Computer: 'c' })).toEqual([
    {
      ...{ Type: 'X_CL', Computer: 'c' },
      ...{ rule_first_id: 'r', 'rule.first_id': 'r', 'rule_first.id': 'r', 'rule.first.id': 'r' },
    },
  ])
})

test('a row without its type is one of a custom table if it has the time that Log Analytics adds', () => {
  const columns = { TimeGenerated: '2026-02-01T10:00:00Z', title_s: 't' }
  expect(readingRows()(columns)).toEqual([{ TimeGenerated: '2026-02-01T10:00:00Z', title: 't' }])
  expect(readingRows()({ ...columns, Type: 'SecurityAlert' })).toBeNull()
  expect(readingRows()({ title_s: 't' })).toBeNull()
})

test('a column whose name has the zone of its times is read as one without it', () => {
  const exported = { 'TimeGenerated [UTC]': '9/9/2021, 7:00:02.898 AM', 'date_t [UTC]': 'd', title_s: 't' }
  expect(readingRows()(exported)).toEqual([
    { 'TimeGenerated [UTC]': '9/9/2021, 7:00:02.898 AM', date: 'd', title: 't' },
  ])
})

test('a row without type and time is one of a custom table if most of its columns have a type suffix', () => {
  const columns = { a_s: 1, b_d: 2, c_b: 3, d_t: 4, e_g: 5 }
  expect(readingRows()({ RawData: '', ...columns })).toEqual([{ RawData: '', a: 1, b: 2, c: 3, d: 4, e: 5 }])
  expect(readingRows()({ a_s: 1, b_d: 2, c_b: 3, d_t: 4 })).toBeNull()
  expect(readingRows()({ ...columns, f: 1, g: 1, h: 1, i: 1, j: 1 })).toBeNull()
})

test('a list in a column is a list, and an empty column is left out', () => {
  expect(read({ tags_s: '["a"]', note_s: '[not a list', user_s: '' })).toEqual([
    { Type: 'X_CL', tags: ['a'], note: '[not a list' },
  ])
})

test('a row with columns of its own, or of a built-in table, is not read as a custom table’s', () => {
  expect(readingRows()({ Type: 'X_CL', title: 't' })).toBeNull()
  expect(readingRows()({ Type: 'SecurityAlert', title_s: 't' })).toBeNull()
})

test('the names read from a body’s rows are limited in number', () => {
  const rows = readingRows()
  const row = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`a_b_c_d_e_f_${String(n).padStart(3, 'x')}_s`, n]),
  )
  const names = [...Array(20)].map(() => Object.keys(rows({ Type: 'X_CL', ...row })![0] as object).length)
  expect(names[0]).toBeGreaterThan(10_000)
  expect(names.at(-1)).toBe(401)
  expect(names.reduce((sum, count) => sum + count)).toBeLessThan(15_000 + 20 * 401)
})

test('long cells get few names, so that a body of 1 MiB stays small', () => {
  const lists = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [
      `a_b_c_d_e_f_g${n}_s`,
      JSON.stringify([{ n: 'x'.repeat(30_000) }]),
    ]),
  )
  const [row] = read(lists)! as [{ [name: string]: unknown }]
  expect(JSON.stringify(row).length).toBeLessThan(4_000_000)
  expect(Object.keys(row).filter((name) => name.includes('.')).length).toBeGreaterThan(0)
  expect(row['a.b.c_d_e_f_g0']).toBe(row.a_b_c_d_e_f_g0)
})

test('a column named __proto__ is an own property of the row', () => {
  const [row] = read(JSON.parse('{"__proto___s": "p", "x_s": "v"}'))! as [object]
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  expect(Object.getOwnPropertyDescriptor(row, '__proto__')?.value).toBe('p')
})
