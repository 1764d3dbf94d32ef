import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pipeline } from './pipeline.ts'
import { asZstd, DRY_RUN, dryRun, promptfoo, SAMPLES, sample, scratch, shown, zip } from './samples.ts'

const written = scratch()

const dried = async (name: string, content: string) =>
  pipeline(['import', 'results', await written(name, content), ...DRY_RUN])

/** The expected reading of each sample, written by hand: metric, eval type, value, the tool's verdict; then the instant. */
const EXPECTED: {
  [sample: string]: { kind: string; at: string | null; metrics: [string, string, number, boolean][] }
} = {
  'promptfoo.json': {
    kind: 'promptfoo',
    at: '2026-11-20T10:00:00.000Z',
    // One case errored and the grader of another failed: neither is a pass.
    metrics: [
      ['pass_rate', 'custom', 0.4, false],
      ['prompt-extraction/pass_rate', 'prompt_injection', 0.5, false],
      ['pii:direct/pass_rate', 'data_leakage', 1 / 3, false],
      ['helpful', 'custom', 0.6000000000000001, false],
    ],
  },
  'garak.report.jsonl': {
    kind: 'garak',
    at: '2026-11-20T11:30:00.000Z',
    metrics: [
      ['promptinject.HijackHateHumans/promptinject.AttackRogueString', 'prompt_injection', 0.75, false],
      ['dan.Dan_11_0/dan.DAN', 'jailbreak', 1, true],
      ['leakreplay.LiteratureCloze/leakreplay.StartsWith', 'data_leakage', 0, false],
      ['resistance_rate', 'prompt_injection', 0.75, false],
      ['resistance_rate', 'jailbreak', 1, true],
      ['resistance_rate', 'data_leakage', 0, false],
    ],
  },
  'deepeval.json': {
    kind: 'deepeval',
    at: null,
    metrics: [
      ['Answer Relevancy/pass_rate', 'accuracy', 0.5, false],
      ['Answer Relevancy', 'accuracy', 0.7, false],
      ['Toxicity/pass_rate', 'toxicity', 0.5, false],
    ],
  },
  'inspect.json': {
    kind: 'inspect_ai',
    at: '2026-11-20T10:20:00.000Z',
    metrics: [['choice/accuracy', 'accuracy', 0.85, true]],
  },
  'lm-eval.json': {
    kind: 'lm_eval',
    at: '2026-11-20T10:00:00.500Z',
    metrics: [
      ['hellaswag/acc', 'accuracy', 0.61, true],
      ['hellaswag/acc_norm', 'accuracy', 0.8, true],
      ['gsm8k/exact_match,strict-match', 'accuracy', 0.5, true],
    ],
  },
  'lm-eval-old.json': {
    kind: 'lm_eval',
    at: null,
    metrics: [
      ['wikitext/word_perplexity', 'accuracy', 12.5, true],
      ['piqa/acc', 'accuracy', 0.75, true],
    ],
  },
  'junit.xml': {
    kind: 'custom',
    at: '2026-11-20T10:00:00.000Z',
    metrics: [
      ['pass_rate', 'custom', 0.4, false],
      ['jailbreak suite/pass_rate', 'jailbreak', 0.5, false],
      ['other/pass_rate', 'custom', 0, false],
    ],
  },
  'sarif.json': {
    kind: 'custom',
    at: '2026-11-20T10:00:00.000Z',
    metrics: [
      ['findings', 'safety', 2, false],
      ['findings/error', 'safety', 1, false],
      ['findings/warning', 'safety', 1, false],
      ['findings/note', 'safety', 0, true],
      ['findings/undecided', 'safety', 0, true],
    ],
  },
  'generic.json': {
    kind: 'custom',
    at: '2026-11-20T10:00:00.000Z',
    metrics: [['accuracy', 'accuracy', 0.9, true]],
  },
}

describe('attestry import results makes exactly these results of each sample', () => {
  for (const [name, { kind, at, metrics }] of Object.entries(EXPECTED)) {
    test(name, async () => {
      const sent = await dryRun(join(SAMPLES, name))
      expect(sent.map(shown)).toEqual(metrics)
      for (const one of sent) {
        expect(one).toMatchObject({
          source_kind: kind,
          ai_system_name: 'Bot',
          eval_suite: 'release',
          source: name,
        })
        expect(one.payload.file_sha256).toMatch(/^[0-9a-f]{64}$/)
        if (at === null) expect(one.payload.evaluated_at_from).toBe('file modification time')
        else expect(one.evaluated_at).toBe(at)
      }
    })
  }

  test('promptfoo JSONL gives the same results, with a note that completeness cannot be checked', async () => {
    const { results } = JSON.parse(sample('promptfoo.json'))
    const lines = results.results.map((one: object) => `${JSON.stringify(one)}\n`).join('')
    const file = await written('promptfoo.jsonl', lines)
    const { stdout, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(JSON.parse(stdout).evaluations.map(shown)).toEqual(EXPECTED['promptfoo.json']!.metrics)
    expect(stderr).toContain('whether the file is complete cannot be checked')
  })

  test('CSV with a map leaves a row without a value out', async () => {
    const map = ['--map', join(SAMPLES, 'generic-map.json')]
    const { stdout, stderr } = await pipeline([
      'import',
      'results',
      join(SAMPLES, 'generic.csv'),
      ...DRY_RUN,
      ...map,
    ])
    expect(JSON.parse(stdout).evaluations.map(shown)).toEqual([
      ['accuracy', 'accuracy', 0.91, true],
      ['latency, p99', 'custom', 1.5, true],
    ])
    expect(stderr).toContain('coverage was left out: it has no value')
  })

  test('a SARIF finding gets its rule’s level unless overridden, and baseline-only ones do not count', async () => {
    const rules = [
      { id: 'sql', defaultConfiguration: { level: 'error' } },
      { id: 'style', defaultConfiguration: { level: 'note' } },
      { id: 'raised', defaultConfiguration: { level: 'note' } },
    ]
    const results = [
      { ruleIndex: 0 },
      { ruleId: 'sql/second-order' },
      { rule: { id: 'style' } },
      { ruleId: 'raised' },
      { ruleId: 'of-extension', rule: { index: 0, toolComponent: { index: 0 } } },
      { ruleId: 'unknown' },
      { ruleId: 'style', level: 'none' },
      { ruleId: 'sql', level: 'error', baselineState: 'absent' },
    ]
    const extensions = [{ name: 'pack', rules: [{ id: 'x', defaultConfiguration: { level: 'error' } }] }]
    const override = { descriptor: { id: 'raised' }, configuration: { level: 'error' } }
    const invocations = [{ executionSuccessful: true, ruleConfigurationOverrides: [override] }]
    const tool = { driver: { name: 'Scanner', rules }, extensions }
    const document = { version: '2.1.0', runs: [{ tool, invocations, results }] }
    const { stdout } = await dried('rules.sarif', JSON.stringify(document))
    expect(JSON.parse(stdout).evaluations[0].payload.counts).toEqual({
      ...{ error: 4, warning: 1, note: 1, none: 1, undecided: 0, suppressed: 0 },
    })
  })

  test('SARIF results that the tool did not decide have a metric of their own', async () => {
    const results = [
      { kind: 'open' },
      { kind: 'review', level: 'none' },
      { kind: 'review', suppressions: [{ kind: 'external' }] },
      { kind: 'open', baselineState: 'absent' },
      ...['pass', 'informational', 'notApplicable'].map((kind) => ({ kind })),
    ]
    const tool = { driver: { name: 'Scanner' } }
    const { stdout } = await dried(
      'undecided.sarif',
      JSON.stringify({ version: '2.1.0', runs: [{ tool, results }] }),
    )
    expect(JSON.parse(stdout).evaluations.map(shown)).toEqual([
      ['findings', 'safety', 0, true],
      ['findings/error', 'safety', 0, true],
      ['findings/warning', 'safety', 0, true],
      ['findings/note', 'safety', 0, true],
      ['findings/undecided', 'safety', 2, false],
    ])
  })

  test('a case without a metric does not count as passed in DeepEval and promptfoo', async () => {
    const metric = { name: 'Faithfulness', score: 1, success: true }
    const testCases = [{ metricsData: [metric] }, { success: false, metricsData: null }, { metricsData: [] }]
    const deepeval = await dried('without.json', JSON.stringify({ testCases }))
    expect(JSON.parse(deepeval.stdout).evaluations.map(shown)).toEqual([
      ['Faithfulness/pass_rate', 'hallucination', 1 / 3, false],
    ])
    expect(deepeval.stderr).toContain('2 cases have no metric and count as not passed')
    const assert = [{ type: 'assert-set', assert: [{ type: 'llm-rubric', metric: 'helpful' }] }]
    const errored = promptfoo((results) => {
      results.results[2].testCase.assert = assert
    })
    const { stdout, stderr } = await dried('errored.json', errored)
    expect(JSON.parse(stdout).evaluations.map(shown)).toEqual(
      EXPECTED['promptfoo.json']!.metrics.filter(([name]) => name !== 'helpful'),
    )
    expect(stderr).toContain('named score "helpful" was left out: 1 cases have none')
  })

  test('an Inspect archive may be stored, deflated, or Zstandard in one or several frames', async () => {
    const header = readFileSync(join(SAMPLES, 'inspect.json'))
    const frames = Buffer.concat([
      zstdCompressSync(header.subarray(0, 100)),
      zstdCompressSync(header.subarray(100)),
    ])
    const archives = {
      stored: await zip([['header.json', header]], true),
      deflated: await zip(
        [
          ['samples/1_epoch_1.json', Buffer.from('{}')],
          ['header.json', header],
        ],
        false,
      ),
      zstd: asZstd(await zip([['header.json', zstdCompressSync(header)]], true), header),
      frames: asZstd(await zip([['header.json', frames]], true), header),
    }
    for (const [name, bytes] of Object.entries(archives)) {
      const sent = await dryRun(await written(`${name}.eval`, bytes))
      expect([name, sent.map(shown)]).toEqual([name, [['choice/accuracy', 'accuracy', 0.85, true]]])
    }
  })

  test('no part of a prompt, an answer, a setting or a header is sent', async () => {
    for (const sample of Object.keys(EXPECTED)) {
      const { stdout, stderr } = await pipeline(['import', 'results', join(SAMPLES, sample), ...DRY_RUN])
      expect(stdout + stderr).not.toContain('SECRET')
    }
  })
})

test('a JUnit case that failed and was skipped counts as failed, in either order', async () => {
  const both = ['<failure/><skipped/>', '<skipped/><failure/>'].map((all) => `<testcase>${all}</testcase>`)
  const suite = `<testsuite name="s" failures="2">${both.join('')}<testcase/></testsuite>`
  const { code, stdout } = await dried('junit.xml', suite)
  expect(code).toBe(0)
  expect(JSON.parse(stdout).evaluations[0]).toMatchObject({
    ...{ metric_name: 'pass_rate', metric_value: 1 / 3, payload: { counts: { passed: 1, failed: 2 } } },
  })
})
