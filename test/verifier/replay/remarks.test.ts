import { expect, test } from 'vitest'
import { Remarks } from '../../../verifier/src/report/remarks.mjs'

test('remarks of one kind, however many, hide none of another kind, and the most telling come first', () => {
  const remarks = new Remarks()
  for (let n = 0; n < 1000; n++) remarks.add('blocked', `${n}`, `decision ${n}`)
  remarks.add('hidden', 'the one', 'it passed without its open trigger')
  remarks.add('late', '7', 'leaf 7 is late')
  const { lines } = remarks
  expect(lines.slice(0, 3)).toEqual(['leaf 7 is late', 'it passed without its open trigger', 'decision 0'])
  expect(lines).toHaveLength(2 + 20 + 1)
  expect(lines.at(-1)).toBe('and 980 more of this kind: inputs of decisions that block')
})

test('remarks about one decision, however many, hide none about the next one', () => {
  const remarks = new Remarks()
  for (let n = 0; n < 100; n++) remarks.add('passed', 'one', `result ${n} of one`)
  remarks.add('passed', 'two', 'result of two')
  expect(remarks.lines).toEqual([
    ...['result 0 of one', 'result 1 of one', 'result 2 of one', 'result of two'],
    'and 97 more of this kind: inputs of decisions that passed',
  ])
})
