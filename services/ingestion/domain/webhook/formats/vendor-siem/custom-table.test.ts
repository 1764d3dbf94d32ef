import { expect, test } from 'vitest'
import { readingRows } from './custom-table.ts'

const read = (columns: object) => readingRows()({ Type: 'X_CL', ...columns })

test('a column is one name and every step into an object that its underscores can be', () => {
  expect(read({ rule_first_id_s: 'r', Computer: 'c' })).toEqual([
    {
      ...{ Type: 'X_CL', Computer: 'c' },
      ...{ rule_first_id: 'r', 'rule.first_id': 'r', 'rule_first.id': 'r', 'rule.first.id': 'r' },
    },
  ])
})

test('lists in a column are lists, and an empty column is none', () => {
  expect(read({ tags_s: '["a"]', note_s: '[not a list', user_s: '' })).toEqual([
    { Type: 'X_CL', tags: ['a'], note: '[not a list' },
  ])
})

test('a row of a table with columns of its own, or of no custom table, is not read so', () => {
  expect(readingRows()({ Type: 'X_CL', title: 't' })).toBeNull()
  expect(readingRows()({ Type: 'SecurityAlert', title_s: 't' })).toBeNull()
})

test('the readings of a body are limited, however many rows it has', () => {
  const rows = readingRows()
  const row = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`a_b_c_d_e_f_${String(n).padStart(3, 'x')}_s`, n]),
  )
  const names = [...Array(20)].map(() => Object.keys(rows({ Type: 'X_CL', ...row })![0] as object).length)
  expect(names[0]).toBeGreaterThan(10_000)
  expect(names.at(-1)).toBe(401)
  expect(names.reduce((sum, count) => sum + count)).toBeLessThan(15_000 + 20 * 401)
})

test('long cells have few readings, so that a body of 1 MiB becomes no more than a few', () => {
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

test('a column keeps the name __proto__ as a property of the row alone', () => {
  const [row] = read(JSON.parse('{"__proto___s": "p", "x_s": "v"}'))! as [object]
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  expect(Object.getOwnPropertyDescriptor(row, '__proto__')?.value).toBe('p')
})
