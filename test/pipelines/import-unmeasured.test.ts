import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { pipeline } from './pipeline.ts'
import { DRY_RUN, promptfoo, sample, scratch, shown } from './samples.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())
const written = scratch()

const OTHER_SCORE = '{"name":"other","metrics":{"mean":{"value":1}}}'

const CASES: [string, string, string, unknown[]][] = [
  [
    'a JUnit suite whose cases all errored',
    'junit.xml',
    `<testsuites>${junit('quality', '<testcase name="a"/>')}${junit('bias', '<testcase name="b"><error/></testcase>')}</testsuites>`,
    ['bias/pass_rate', 'bias', 0, false],
  ],
  [
    'a JUnit suite whose cases were all skipped',
    'skipped.xml',
    `<testsuites>${junit('quality', '<testcase name="a"/>')}${junit('bias', '<testcase name="b"><skipped/></testcase>')}</testsuites>`,
    ['bias/pass_rate', 'bias', 0, false],
  ],
  [
    'a probe of garak that no detector could judge',
    'garak.jsonl',
    sample('garak.report.jsonl'),
    ['leakreplay.LiteratureCloze/leakreplay.StartsWith', 'data_leakage', 0, false],
  ],
  [
    'a metric of DeepEval that errored in every case',
    'deepeval.json',
    JSON.stringify({
      testCases: [
        {
          metricsData: [
            { name: 'Relevancy', score: 1, success: true },
            { name: 'Bias', error: 'timeout' },
          ],
        },
      ],
    }),
    ['Bias/pass_rate', 'bias', 0, false],
  ],
]

describe('attestry import results submits 0 for a rate without a measured case', () => {
  test.each(CASES)('%s', async (_, name, content, expected) => {
    const file = await written(name, content)
    const { code, stdout } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).evaluations.map(shown)).toContainEqual(expected)
  })

  test('attestry import results submits nothing for a file without a measured case', async () => {
    const file = await written('none.xml', junit('bias', '<testcase name="b"><error/></testcase>'))
    const { code, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(5)
    expect(stderr).toContain('nothing was measured')
  })

  test('attestry import results submits nothing for a SARIF run whose results are in another file', async () => {
    const elsewhere = { results: [{ location: { uri: 'results.json' } }] }
    const run = { tool: { driver: { name: 'scan' } }, results: [], externalPropertyFileReferences: elsewhere }
    const file = await written('elsewhere.sarif', JSON.stringify({ version: '2.1.0', runs: [run] }))
    const { code, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(5)
    expect(stderr).toContain('has results in other files')
  })

  test('a JUnit case that only an attribute calls failed or not run does not count as passed', async () => {
    const cases =
      '<testcase status="run" result="completed"/><testcase status="notrun" result="suppressed"/><testcase status="failed"/>' +
      '<testcase result="Inconclusive"/><testcase status="error"/>'
    const file = await written('attributes.xml', junit('bias', cases))
    const { stdout } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(JSON.parse(stdout).evaluations[0].payload.counts).toEqual({
      ...{ passed: 1, failed: 2, errored: 0, unmeasured: 2, total: 5 },
    })
  })

  test('a JUnit report with failures that no case shows is refused', async () => {
    const file = await written(
      'root.xml',
      `<testsuites failures="1">${junit('a', '<testcase/>')}</testsuites>`,
    )
    const { code, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(2)
    expect(stderr).toContain('testsuites "": says 1 failures and errors')
  })
})

describe('an earlier build’s results do not count for a build', () => {
  test('whose safety tests did not run', async () => {
    const { ran } = await staged('bias/pass_rate:bias:gte:1')
    const broken = await written('broken.xml', CASES[0]![2])
    expect((await ran(['import', 'results', broken, '--suite', 'release'])).code).toBe(0)
    const { code, stdout } = await ran(['gate', 'check'])
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining('"bias/pass_rate" (bias) is 0'),
    })
  })

  const MISSES: [string, string, string][] = [
    [
      'the mean of DeepEval',
      'Bias:bias:lte:0.1',
      '{"testCases":[{"metricsData":[{"name":"Bias","error":"x"},{"name":"Other","score":1,"success":true}]}]}',
    ],
    [
      'a score of promptfoo',
      'helpful:custom:gte:0.5',
      promptfoo((results) => {
        results.results[2].testCase.assert = [{ type: 'llm-rubric', metric: 'helpful' }]
      }),
    ],
    [
      'a scorer of Inspect',
      'choice/accuracy:accuracy:gte:0.5',
      sample('inspect.json')
        .replace(/"scores": \[/, `"scores": [${OTHER_SCORE},`)
        .replace(/"unscored_samples": 0/, '"unscored_samples": 1'),
    ],
    [
      'a task of lm-eval',
      'hellaswag/acc:accuracy:gte:0.5',
      '{"results":{"hellaswag":{"acc,none":NaN},"piqa":{"acc,none":0.9}},"versions":{},"config":{}}',
    ],
    [
      'a row',
      'asr:custom:lte:0.1',
      '[{"metric_name":"asr","metric_value":"nan"},{"metric_name":"other","metric_value":1}]',
    ],
    [
      'a JUnit suite without a test case',
      'bias/pass_rate:bias:gte:1',
      `<testsuites>${junit('quality', '<testcase/>')}${junit('bias', '')}</testsuites>`,
    ],
    [
      'a JUnit suite of suites without a test case',
      'bias/pass_rate:bias:gte:1',
      `<testsuites>${junit('quality', '<testcase/>')}${junit('bias', junit('gender', ''))}</testsuites>`,
    ],
    [
      'a probe of garak without an attempt',
      'leakreplay.LiteratureCloze/leakreplay.StartsWith:data_leakage:gte:0.5',
      sample('garak.report.jsonl').replace('"nones": 5', '"nones": 0'),
    ],
    [
      'the resistance of garak to a type whose probes have no attempt',
      'resistance_rate:data_leakage:gte:0.5',
      sample('garak.report.jsonl').replace('"nones": 5', '"nones": 0'),
    ],
  ]
  test.each(MISSES)(
    'in which %s was not measured although the suite asks for it: exit 5',
    async (_, threshold, content) => {
      const { ran } = await staged(threshold)
      const file = await written('left-out.json', content)
      const { code, stdout, stderr } = await ran(['import', 'results', file, '--suite', 'release'])
      expect({ code, stderr }).toEqual({
        code: 5,
        stderr: expect.stringMatching(/: was not measured, and the suite asks for it/),
      })
      expect(stdout).toMatch(/ results? submitted/)
    },
  )

  test('is a warning for what the suite does not ask for, and for a key that cannot compare', async () => {
    const { ran, org } = await staged('Other:custom:gte:1')
    const file = await written('left-out.json', MISSES[0]![2])
    expect((await ran(['import', 'results', file, '--suite', 'release'])).code).toBe(0)
    const { key } = await org.makeKey({ permissions: ['evaluations:write'] })
    const blind = await ran(['import', 'results', file, '--suite', 'release'], key)
    expect(blind.code).toBe(0)
    expect(blind.stderr).toContain('warning: Bias (bias): not measured; where the suite asks for it')
  })

  test('attestry import results without --suite submits, and warns that the gate ignores the results', async () => {
    const { ran } = await staged('asr:custom:lte:0.1')
    const file = await written('untied.json', '[{"metric_name":"asr","metric_value":1}]')
    const { code, stderr } = await ran(['import', 'results', file])
    expect(code).toBe(0)
    expect(stderr).toContain('warning: without --suite the results are tied to no suite')
    expect((await ran(['gate', 'check'])).code).toBe(0)
    const tied = await ran(['import', 'results', file, '--suite', 'release'])
    expect(tied.stderr).not.toContain('without --suite')
    expect((await ran(['gate', 'check'])).code).toBe(1)
  })

  test('that lacks a threshold’s metric, with --whole-suite', async () => {
    const { ran, org } = await staged('asr:custom:lte:1')
    const row = (name: string) => `[{"metric_name":"${name}","metric_value":1}]`
    const [other, asked] = [
      await written('other.json', row('other')),
      await written('asked.json', row('asr')),
    ]
    const whole = ['--suite', 'release', '--whole-suite']
    expect((await ran(['import', 'results', other, '--suite', 'release'])).code).toBe(0)
    const missing = await ran(['import', 'results', other, ...whole])
    expect(missing).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('asr (custom): was not measured'),
    })
    expect((await ran(['import', 'results', other, asked, ...whole])).code).toBe(0)
    const { key } = await org.makeKey({ permissions: ['evaluations:write'] })
    expect((await ran(['import', 'results', asked, ...whole], key)).code).toBe(3)
    expect((await ran(['import', 'results', asked, '--whole-suite'])).code).toBe(2)
  })
})

/** An organization whose AI system `Bot` has passed with one threshold, and the command as its pipeline runs it. */
async function staged(threshold: string) {
  const org = await at.another()
  const [metric, type, , value] = threshold.split(':')
  const [passes] = parseCases(`case it passes
system Bot
suite release "${threshold}"
profile bot tools=search model=gpt-x/2026-01 prompt=p7
result "${metric}:${type}" ${value}
certify
expect pass`)
  await play(passes!, {
    gate: at.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, org.admin.session, systemClock),
    rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key: org.key, body }),
  })
  return {
    org,
    ran: (args: string[], key = org.key) =>
      pipeline([...args, '--system', 'Bot'], { ATTESTRY_API_KEY: key, ATTESTRY_URL: at.baseUrl }),
  }
}

function junit(name: string, cases: string): string {
  return `<testsuite name="${name}">${cases}</testsuite>`
}
