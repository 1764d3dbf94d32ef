import { describe, expect, test } from 'vitest'
import { pipeline } from './pipeline.ts'
import { DRY_RUN, promptfoo, sample, scratch } from './samples.ts'

const written = scratch()

describe('attestry import results refuses two values for one metric of a suite', () => {
  const half = suiteOf('x', '<testcase name="a"/><testcase name="b"><failure/></testcase>')
  const whole = suiteOf('y', '<testcase name="c"/>')
  const cases: [string, string[], string][] = [
    ['two shards of a report', [half, whole], 'pass_rate (custom): is 1 here and 0.5 in '],
    [
      'a suite without a name and one that is named so',
      [
        `<testsuites>${suiteOf('', '<testcase name="a"><failure/></testcase><testcase name="b"/>')}${suiteOf('unnamed', '<testcase name="c"/>')}</testsuites>`,
      ],
      'unnamed/pass_rate (custom): is 1 here and 0.5 in ',
    ],
    [
      'a plugin and a named score',
      [
        promptfoo((r) => {
          for (const one of r.results) {
            one.metadata = { pluginId: 'custom' }
            one.failureReason = one.failureReason === 2 ? 0 : one.failureReason
            one.namedScores = { 'custom/pass_rate': 1 }
          }
          r.stats = { successes: 3, failures: 2, errors: 0 }
          r.results.forEach((one: { success: boolean; gradingResult?: unknown }, i: number) => {
            one.success = i < 3
            delete one.gradingResult
          })
        }),
      ],
      'custom/pass_rate (custom): is 1 here and 0.6 in ',
    ],
    [
      'rows of a list',
      ['[{"metric_name":"asr","metric_value":0.9},{"metric_name":"asr","metric_value":0.01}]'],
      'asr (custom): is 0.01 here and 0.9 in ',
    ],
  ]
  for (const [name, contents, reason] of cases) {
    test(name, async () => {
      const { code, stdout, stderr } = await imported(contents, DRY_RUN)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(reason)
    })
  }

  test('the same value twice, other eval types and results without a suite are submitted', async () => {
    const same = '[{"metric_name":"asr","metric_value":1},{"metric_name":"asr","metric_value":1}]'
    const types =
      '[{"metric_name":"asr","eval_type":"bias","metric_value":1},{"metric_name":"asr","metric_value":0}]'
    expect(await imported([same], DRY_RUN)).toMatchObject({ code: 0 })
    expect(await imported([types], DRY_RUN)).toMatchObject({ code: 0 })
    expect(await imported([half, whole], ['--system', 'Bot', '--dry-run'])).toMatchObject({ code: 0 })
    expect(await imported([half, sample('sarif.json')], DRY_RUN)).toMatchObject({ code: 0 })
  })
})

async function imported(contents: string[], options: string[]) {
  const files = await Promise.all(contents.map((content, i) => written(`${i}.results`, content)))
  return pipeline(['import', 'results', ...files, ...options])
}

function suiteOf(name: string, cases: string): string {
  return `<testsuite name="${name}">${cases}</testsuite>`
}
