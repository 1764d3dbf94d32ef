import { expect, test } from 'vitest'
import { warningsOf } from './evaluation-warning.ts'
import type { Threshold } from './satisfies.ts'

const threshold = (metric_name: string, eval_type: string): Threshold => ({
  ...{ metric_name, eval_type, operator: 'gte', value: 1 },
})
const suite = { id: 's', version: 1, thresholds: [threshold('a', 'accuracy'), threshold('b', 'bias')] }
const of = (metricName: string, evalType: string) => ({ metricName, evalType })

test('warningsOf names, by index, exactly the results that no threshold of their suite has', () => {
  const drafts = [
    of('a', 'accuracy'),
    of('a', 'bias'),
    of('c', 'accuracy'),
    of('c', 'accuracy'),
    of('b', 'bias'),
  ]
  const ties = [{ suite }, { suite }, { suite: null }, { suite }, { suite }]
  expect(warningsOf(drafts, ties).map(({ index, code, message }) => [index, code, message])).toEqual([
    [1, 'metric_not_in_suite', 'no threshold of the suite asks for this metric_name with this eval_type'],
    [3, 'metric_not_in_suite', 'no threshold of the suite asks for this metric_name'],
  ])
})
