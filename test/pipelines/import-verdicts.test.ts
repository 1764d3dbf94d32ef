import { expect, test } from 'vitest'
import { dryRun, scratch, shown } from './samples.ts'

const written = scratch()

test('a failure of a JUnit case counts under any prefix of its namespace', async () => {
  const cases = '<j:testcase><j:failure/></j:testcase><testcase><j:error/></testcase><testcase/>'
  const file = await written(
    'prefixed.xml',
    `<j:testsuite xmlns:j="urn:junit" name="s">${cases}</j:testsuite>`,
  )
  expect((await dryRun(file)).map(shown)).toEqual([
    ['pass_rate', 'custom', 1 / 3, false],
    ['s/pass_rate', 'custom', 1 / 3, false],
  ])
})

const LOWER = { metric_value: 0.3, threshold: 0.2, direction: 'lower_is_better' }
const HIGHER = { metric_value: 0.1, threshold: 0.2, direction: 'higher_is_better' }

test.each<[string, object, boolean]>([
  ['above its own threshold, where lower is better, has not passed', LOWER, false],
  ['at its own threshold has passed', { ...LOWER, metric_value: 0.2 }, true],
  ['below its own threshold, where higher is better, has not passed', HIGHER, false],
  ['that says itself that it passed has passed', { ...LOWER, passed: true }, true],
  ['whose verdict is 0 has not passed', { metric_value: 0.3, passed: 0 }, false],
  ['whose verdict is 1 has passed', { metric_value: 0.3, passed: 1 }, true],
])('a row %s', async (_, row, passed) => {
  const file = await written(
    'rows.json',
    JSON.stringify([{ metric_name: 'psi', eval_type: 'drift', ...row }]),
  )
  expect((await dryRun(file))[0]).toMatchObject({ passed })
})
