import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from './csv.ts'

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      [1, ['a', 'b']],
      [2, ['1', '2']],
    ],
  ],
  [
    '\ufeffa;b\n1,5;2',
    [
      [1, ['a', 'b']],
      [2, ['1,5', '2']],
    ],
  ],
  [
    'a,b\n"x ""y"", z\n2",\n\n  \nlast,1',
    [
      [1, ['a', 'b']],
      [2, ['x "y", z\n2', '']],
      [6, ['last', '1']],
    ],
  ],
  ['', []],
])('parseCsv reads %j', (text, rows) => {
  expect(parseCsv(text).map(({ line, cells }) => [line, cells])).toEqual(rows)
})

test('parseCsv reports an unclosed quote with its line', () => {
  expect(() => parseCsv('a\n"b\nc')).toThrow('The quote in line 2 is not closed.')
})

test('quoted cells read back unchanged', () => {
  const cell = fc.string({ unit: 'binary' }).filter((one) => one.trim() !== '')
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const quote = (one: string) => `"${one.replaceAll('"', '""')}"`
      const text = ['"h","i"', ...rows.map((row) => row.map(quote).join(','))].join('\r\n')
      expect(
        parseCsv(text)
          .slice(1)
          .map(({ cells }) => cells),
      ).toEqual(rows)
    }),
  )
})
