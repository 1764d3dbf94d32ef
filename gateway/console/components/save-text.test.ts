import { expect, test } from 'vitest'
import { csvOf } from './save-text.ts'

test('cells keep commas, quotes and lines; what a spreadsheet would compute is text', () => {
  const rows = [
    ['a', 'b,c', 'd"e', 'f\ng'],
    ['=1+1', '+x', '-y', '@z', '\tw', '"=1'],
  ]
  expect(csvOf(rows)).toBe('\ufeffa,"b,c","d""e","f\ng"\r\n' + `'=1+1,'+x,'-y,'@z,'\tw,"""=1"\r\n`)
})

test('what a spreadsheet that splits at semicolons, tabs or lines would compute is text', () => {
  const payload = `=HYPERLINK(A1)`
  for (const separator of [';', '; ', '\t', '\n', '\r\n'])
    expect(csvOf([[`x${separator}${payload};y`, 'z']]).split(/[;\t\r\n]/)).not.toContain(payload)
  expect(csvOf([['a;b', 'c - d', 'https://x.example/?a=1&b=2']])).toBe(
    '\ufeffa;b,c - d,https://x.example/?a=1&b=2\r\n',
  )
})
