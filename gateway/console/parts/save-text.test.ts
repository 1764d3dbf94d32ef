import { expect, test } from 'vitest'
import { csvOf } from './save-text.ts'

test('cells keep commas, quotes and lines; what a spreadsheet would compute is text', () => {
  const rows = [
    ['a', 'b,c', 'd"e', 'f\ng'],
    ['=1+1', '+x', '-y', '@z', '\tw', '"=1'],
  ]
  expect(csvOf(rows)).toBe('\ufeffa,"b,c","d""e","f\ng"\r\n' + `'=1+1,'+x,'-y,'@z,'\tw,"""=1"\r\n`)
})
