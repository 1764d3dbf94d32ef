import { expect, test } from 'vitest'
import type { DomainError } from '../../kernel/errors/errors.ts'
import { Reason } from '../../kernel/errors/errors.ts'
import { type Lookup, tieAll } from './tie.ts'

const NONE: Lookup = { byId: null, byName: null, suite: null, suiteElsewhere: false, gateSuite: null }
const A = { id: 'a', name: 'A' }
const B = { id: 'b', name: 'B' }
const suiteOf = (systemId: string) => ({ id: 's', version: 2, thresholds: [], systemId })

function refusal(work: () => unknown): DomainError {
  try {
    work()
  } catch (error) {
    return error as DomainError
  }
  throw new Error('nothing was refused')
}

test('a result is tied to its AI system by id or name, and to the suite version that it names', () => {
  const ties = tieAll(
    [
      { systemId: 'a', systemName: 'A', evalSuite: null, evalType: 'custom' },
      { systemId: undefined, systemName: 'B', evalSuite: 'release', evalType: 'custom' },
    ],
    [
      { ...NONE, byId: A, byName: A },
      { ...NONE, byName: B, suite: suiteOf('b') },
    ],
  )
  expect(ties).toEqual([
    { systemId: 'a', systemName: 'A', suite: null, gateSuite: null },
    { systemId: 'b', systemName: 'B', suite: suiteOf('b'), gateSuite: null },
  ])
})

test('unknown names alone give a 404 that names every item and field', () => {
  const error = refusal(() =>
    tieAll(
      [
        { systemId: 'a', systemName: undefined, evalSuite: null, evalType: 'custom' },
        { systemId: 'x', systemName: 'y', evalSuite: 'z', evalType: 'custom' },
        { systemId: 'a', systemName: undefined, evalSuite: 'z', evalType: 'custom' },
      ],
      [{ ...NONE, byId: A }, NONE, { ...NONE, byId: A }],
    ),
  )
  expect(error.reason).toBe(Reason.NOT_FOUND)
  expect(error.details).toEqual({
    index: 1,
    unknown: [
      { index: 1, field: 'ai_system_id' },
      { index: 1, field: 'ai_system_name' },
      { index: 2, field: 'eval_suite' },
    ],
  })
})

test('a contradiction gives a 400 that lists every invalid item', () => {
  const error = refusal(() =>
    tieAll(
      [
        { systemId: 'a', systemName: 'B', evalSuite: null, evalType: 'custom' },
        { systemId: 'a', systemName: undefined, evalSuite: 's', evalType: 'custom' },
        { systemId: 'x', systemName: undefined, evalSuite: null, evalType: 'custom' },
      ],
      [{ ...NONE, byId: A, byName: B }, { ...NONE, byId: A, suite: suiteOf('b') }, NONE],
    ),
  )
  expect(error.reason).toBe(Reason.VALIDATION)
  expect(error.details).toMatchObject({
    fieldErrors: {
      'evaluations.0.ai_system_name': ['is another AI system than ai_system_id'],
      'evaluations.1.eval_suite': ['is a suite of another AI system'],
      'evaluations.2.ai_system_id': ['is not known'],
    },
  })
})
