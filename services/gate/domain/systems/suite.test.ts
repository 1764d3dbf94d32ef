import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  CreateSuiteRequestSchema,
  Operator,
  SuiteStatus,
} from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { DomainError } from '../../../kernel/errors/errors.ts'
import { requestRefusal } from '../../../kernel/fields/request-check.ts'
import { draftSuite, suiteMessage, suiteRecord } from './suite.ts'

const SYSTEM = '018f0000-0000-7000-8000-000000000001'
const threshold: Init = {
  metricName: 'asr',
  evalType: 'prompt_injection',
  operator: Operator.LTE,
  value: 0.1,
}
const refuseInvalid = requestRefusal(CreateSuiteRequestSchema)
const draft = (name: string, ...thresholds: Init[]) => {
  const request = create(CreateSuiteRequestSchema, { aiSystemId: SYSTEM, name, thresholds })
  refuseInvalid(request)
  return draftSuite(request)
}

function wrong(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return Object.keys((error.details?.fieldErrors as object) ?? {})
    throw error
  }
  return []
}

test('a suite without thresholds is refused', () => {
  expect(wrong(() => draft('safety'))).toEqual(['thresholds'])
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'a threshold of %s is refused',
  (value) => {
    expect(wrong(() => draft('safety', { ...threshold, value }))).toEqual(['thresholds.0.value'])
  },
)

test('a list of too many thresholds is refused without checking its entries', () => {
  const many = Array.from({ length: 100_000 }, () => ({ ...threshold, metricName: '' }))
  expect(wrong(() => draft('safety', ...many))).toEqual(['thresholds'])
})

test('a threshold without a metric, a valid eval_type or a known operator is refused, and each is named', () => {
  expect(
    wrong(() =>
      draft('safety', threshold, { metricName: '', evalType: 'Drift!', operator: 9 as Operator, value: 1 }),
    ),
  ).toEqual(['thresholds.1.metric_name', 'thresholds.1.eval_type', 'thresholds.1.operator'])
})

test('two thresholds may bound one metric, and a repeated one is refused', () => {
  expect(wrong(() => draft('safety', threshold, { ...threshold, operator: Operator.GTE }))).toEqual([])
  expect(wrong(() => draft('safety', threshold, { ...threshold, value: 0.2 }))).toEqual(['thresholds.1'])
})

test('a recorded suite version reads back as it was made, in the given order', () => {
  const last = { ...threshold, operator: Operator.GTE, value: 1e21 }
  const made = draft('safety', { ...threshold, metricName: 'z' }, last)
  const at = new Date('2026-01-02T03:04:05.678Z')
  const text = suiteRecord('o', at, 2, {
    ...{ $typeName: 'attestry.gate.v1.Suite' as const, id: 's2', aiSystemId: 'a' },
    ...made,
  })
  expect(text).toBe(
    '{"ai_system_id":"a","created_at":"2026-01-02T03:04:05.678Z","id":"s2","name":"safety","organization_id":"o","thresholds":[{"eval_type":"prompt_injection","metric_name":"z","operator":"lte","value":0.1},{"eval_type":"prompt_injection","metric_name":"asr","operator":"gte","value":1e+21}],"version":2}',
  )
  expect(suiteMessage(text, null)).toMatchObject({
    id: 's2',
    version: 2,
    status: SuiteStatus.ACTIVE,
    thresholds: [{ ...threshold, metricName: 'z' }, last],
  })
  expect(suiteMessage(text, 's3')).toMatchObject({ status: SuiteStatus.SUPERSEDED, supersededBy: 's3' })
})

type Init = { metricName: string; evalType: string; operator: Operator; value: number }
