import { expect, test } from 'vitest'
import { withSigns } from './operator-signs.ts'

test('withSigns replaces the operators of a reason, and keeps the metric’s name', () => {
  expect(withSigns('"gap" (bias) is 0.12, must be lte 0.1. Submit results')).toBe(
    '"gap" (bias) is 0.12, must be ≤ 0.1. Submit results',
  )
  expect(withSigns('"must be lte me" is 1, must be gt -2')).toBe('"must be lte me" is 1, must be > -2')
})
