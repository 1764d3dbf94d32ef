import { expect, test } from 'vitest'
import { csvOf } from './save-text.ts'

test('CSV cells keep commas, quotes and lines, and formulas become text', () => {
  const rows = [
    ['a', 'b,c', 'd"e', 'f\ng'],
    ['=1+1', '+x', '-y', '@z', '\tw', '"=1'],
  ]
  expect(csvOf(rows)).toBe('\ufeffa,"b,c","d""e","f\ng"\r\n' + `'=1+1,'+x,'-y,'@z,'\tw,"""=1"\r\n`)
})

test('CSV formulas also become text for spreadsheets that split at semicolons, tabs or lines', () => {
  const payload = `=HYPERLINK(A1)`
  for (const separator of [';', '; ', '\t', '\n', '\r\n'])
    expect(csvOf([[`x${separator}${payload};y`, 'z']]).split(/[;\t\r\n]/)).not.toContain(payload)
  expect(csvOf([['a;b', 'c - d', 'https://x.example/?a=1&b=2']])).toBe(
    '\ufeffa;b,c - d,https://x.example/?a=1&b=2\r\n',
  )
})
