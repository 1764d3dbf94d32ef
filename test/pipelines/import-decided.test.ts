import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { clientsOf, type Stage } from '../gate/stage.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { pipeline } from './pipeline.ts'
import { SAMPLES, sample, scratch, zip } from './samples.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())
const written = scratch()

const MAP = ['--map', join(SAMPLES, 'generic-map.json')]

/** A sample of each format: what one of its metrics meets, and what it does not meet. */
const CASES: [sample: string, meets: string, misses: string, more?: string[]][] = [
  ['promptfoo.json', 'pass_rate:custom:gte:0.4', 'pass_rate:custom:gte:0.41'],
  ['promptfoo.jsonl', 'pass_rate:custom:gte:0.4', 'pass_rate:custom:gte:0.41'],
  ['garak.report.jsonl', 'resistance_rate:jailbreak:gte:1', 'resistance_rate:prompt_injection:gte:0.8'],
  ['deepeval.json', 'Toxicity/pass_rate:toxicity:gte:0.5', 'Toxicity/pass_rate:toxicity:gte:0.9'],
  ['inspect.json', 'choice/accuracy:accuracy:gte:0.85', 'choice/accuracy:accuracy:gt:0.85'],
  ['inspect.eval', 'choice/accuracy:accuracy:gte:0.85', 'choice/accuracy:accuracy:gt:0.85'],
  ['lm-eval.json', 'hellaswag/acc:accuracy:gte:0.6', 'gsm8k/exact_match,strict-match:accuracy:gte:0.6'],
  ['lm-eval-old.json', 'piqa/acc:accuracy:gte:0.7', 'piqa/acc:accuracy:gte:0.8'],
  ['junit.xml', 'pass_rate:custom:gte:0.4', 'pass_rate:custom:gte:0.5'],
  ['sarif.json', 'findings:safety:lte:2', 'findings/error:safety:eq:0'],
  ['generic.json', 'accuracy:accuracy:gte:0.9', 'accuracy:accuracy:gte:0.95'],
  ['generic.csv', 'accuracy:accuracy:gte:0.9', 'accuracy:accuracy:gte:0.95', MAP],
]

describe('after the results of each sample are imported, the gate passes if they meet the suite and else blocks', () => {
  for (const [name, meets, misses, more = []] of CASES) {
    test(name, async () => {
      const file = await fileOf(name)
      const met = await submitted(file, meets, more)
      expect(met).toMatchObject({ decision: 'block', reasons: ['no_approved_run'] })
      expect(met.reason_details[0].message).toContain('is met but not certified')
      await certified(met.ai_system_id)
      const now = await stage().rest(`/gate-status/${met.ai_system_id}`)
      expect(now.body).toMatchObject({ decision: 'pass', reasons: [] })

      const missed = await submitted(file, misses, more)
      expect(missed).toMatchObject({ decision: 'block', reasons: ['no_approved_run'] })
      const [metric] = misses.split(':')
      expect(missed.reason_details[0].message).toMatch(/ is not met: .* is [0-9.]+, must be /)
      expect(missed.reason_details[0].message).toContain(`"${metric}" (`)
    })
  }
})

/** The decision on a new system whose suite has one threshold, after the command handed the file in for it. */
async function submitted(file: string, threshold: string, more: string[]) {
  const name = `${basename(file)} ${threshold}`
  const [staged] = parseCases(`case staged
system "${name}"
suite release "${threshold}"
profile "${name}" tools=search model=gpt-x/2026-01 prompt=p7`)
  await play(staged!, stage())
  const args = ['import', 'results', file, '--system', name, '--suite', 'release', '--url', at.baseUrl]
  const ran = await pipeline([...args, ...more], { ATTESTRY_API_KEY: at.organization.key })
  expect([ran.code, ran.code === 0 ? '' : ran.stderr]).toEqual([0, ''])
  const { status, body } = await stage().rest(`/gate-status?ai_system_name=${encodeURIComponent(name)}`)
  expect(status).toBe(200)
  return body
}

async function fileOf(name: string): Promise<string> {
  if (name === 'promptfoo.jsonl') {
    const { results } = JSON.parse(sample('promptfoo.json')).results as { results: object[] }
    return written(name, results.map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
  if (name === 'inspect.eval')
    return written(name, await zip([['header.json', Buffer.from(sample('inspect.json'))]], false))
  return join(SAMPLES, name)
}

/** An administrator reviews and certifies the system. */
async function certified(aiSystemId: string): Promise<void> {
  const { certifications } = clientsOf(stage())
  const { reviewedHash } = await certifications.review({ aiSystemId }, stage().asAdmin('review'))
  await certifications.certify({ aiSystemId, reviewedHash }, stage().asAdmin('certify'))
}

function stage(): Stage {
  const { key, admin } = at.organization
  return {
    gate: at.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
    rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
  }
}
