import { expect, test } from 'vitest'
import { compare, isChanged } from './compare.ts'

test('two states are beside each other, with what only one of them has', () => {
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
