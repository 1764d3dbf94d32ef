import { expect, test } from 'vitest'
import { compare, isChanged } from './compare.ts'

test('compare puts two states side by side, with fields that only one has', () => {
  const rows = compare(
    [
      ['Severity', 'high'],
      ['Owner', 'dana'],
      ['Title', 'same'],
    ],
    [
      ['Title', 'same'],
      ['Severity', 'low'],
      ['Persons', '3'],
    ],
  )
  expect(rows).toEqual([
    { name: 'Title', before: 'same', after: 'same' },
    { name: 'Severity', before: 'high', after: 'low' },
    { name: 'Persons', before: undefined, after: '3' },
    { name: 'Owner', before: 'dana', after: undefined },
  ])
  expect(rows.filter(isChanged).map(({ name }) => name)).toEqual(['Severity', 'Persons', 'Owner'])
})
