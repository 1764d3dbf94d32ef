import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { listening } from '../harness/listening.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { alone, pipeline } from './pipeline.ts'

let at: TestInstallation
let scratch: string
beforeAll(async () => {
  at = await bootInstallation()
  scratch = await mkdtemp(join(tmpdir(), 'attestry-gate-'))
})
afterAll(async () => {
  await at.stop()
  await rm(scratch, { recursive: true })
})

const PASSES = `case it passes
system "Bot: 100%, <b>"
suite safety asr:prompt_injection:lte:0.1
profile bot tools=search model=gpt-x/2026-01 prompt=p7
result asr:prompt_injection 0.05
certify
expect pass`
const BLOCKS = `case it blocks
system "Bot: 100%, <b>"
suite safety asr:prompt_injection:lte:0.1
profile bot tools=search model=gpt-x/2026-01 prompt=p7
result asr:prompt_injection 0.5
expect block no_approved_run`
const NAME = 'Bot: 100%, <b>'
const PAGE = /^http:\/\/127\.0\.0\.1:\d+\/console\/#\/systems\/[0-9a-f-]{36}$/
const IN_THE_CONSOLE = /^ {2}In the console: http:\/\/127\.0\.0\.1:\d+\/console\/#\/systems\/[0-9a-f-]{36}$/m

/** An organization with one AI system, staged by a case. */
async function staged(text: string, addons?: string[]): Promise<TestOrganization> {
  const organization = await at.another(addons === undefined ? {} : { addons })
  const { key, admin } = organization
  for (const one of parseCases(text))
    await play(one, {
      gate: at.composition.transports.gate,
      asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
      rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
    })
  return organization
}

function check(key: string, args: string[], env: NodeJS.ProcessEnv = {}, ran = pipeline) {
  return ran(['gate', 'check', '--url', at.baseUrl, ...args], { ATTESTRY_API_KEY: key, ...env })
}

describe('attestry gate check exits with the gate’s answer', () => {
  test('0 for a pass, by name and by id, with a key that has only gate:query', async () => {
    const org = await staged(PASSES)
    const { key } = await org.makeKey({ permissions: ['gate:query'] })
    const byName = await check(key, ['--system', NAME, '--format', 'json'], {}, alone)
    expect({ code: byName.code, stderr: byName.stderr }).toEqual({ code: 0, stderr: '' })
    const decision = JSON.parse(byName.stdout)
    expect(decision).toMatchObject({ decision: 'pass', reasons: [], advisory: false, exit_code: 0 })
    const byId = await check(key, ['--system', decision.ai_system_id, '--format', 'json'])
    expect(byId.code).toBe(0)
    expect(JSON.parse(byId.stdout).decision_id).not.toBe(decision.decision_id)
  })

  test('1 for a block, with every reason and what to do, and 0 with --advisory', async () => {
    const { key } = await staged(BLOCKS)
    const blocked = await check(key, ['--system', NAME], {}, alone)
    expect(blocked.code).toBe(1)
    expect(blocked.stdout).toMatch(
      /^BLOCK {2}Bot: 100%, <b> {2}decision [0-9a-f-]{36}\n {2}no_approved_run: .*0\.5/,
    )
    expect(blocked.stdout).toContain('→ Submit results that meet the suite, if there are none yet; then')
    expect(blocked.stdout).toMatch(IN_THE_CONSOLE)
    const advised = await check(key, ['--system', NAME, '--advisory'])
    expect(advised.code).toBe(0)
    expect(advised.stdout).toContain('ADVISORY: the gate blocks')
  })

  test('2 for wrong usage', async () => {
    const cases: [string[], string][] = [
      [[], '--system NAME|ID is missing'],
      [['--system', 'x', '--format', 'yaml'], '--format: one of text'],
      [['--system', 'x', '--wait', 'long'], '--wait: write a time'],
      [['--system', 'x', '--nope'], '--nope'],
      // Bytes that are no UTF-8 come as this.
      [['--system', 'Caf\ufffd'], 'is not UTF-8'],
      [['--system', 'x', '--url', 'ftp://x'], '--url: must be https'],
      [['--system', 'x', '--url', 'http://a:b@x'], 'must not hold credentials'],
      [['--system', 'x'.repeat(600)], 'refused the query'],
    ]
    for (const [args, problem] of cases) {
      const { code, stdout, stderr } = await check(at.organization.key, args)
      expect([args, code]).toEqual([args, 2])
      expect(stdout + stderr).toContain(problem)
    }
    const { code, stderr } = await pipeline(['gate', 'check', '--system', 'x'])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'attestry: ATTESTRY_API_KEY is not set: put an API key into the environment\n',
    })
  })

  test('2 for wrong usage: a report has the reason in place of what an earlier run has written', async () => {
    const report = join(scratch, 'report')
    await writeFile(report, 'of an earlier run')
    const wrong = ['gate', 'check', '--system', 'x', '--imported', '2', '--output', report]
    const forms = ['text', 'junit', 'gitlab', 'sarif', 'json', 'github']
    for (const format of forms) {
      const { code } = await pipeline([...wrong, '--format', format])
      const written = await readFile(report, 'utf8')
      expect([format, code, written]).toEqual([
        format,
        2,
        expect.stringContaining('ATTESTRY_API_KEY is not set'),
      ])
      await writeFile(report, 'of an earlier run')
    }
    await pipeline([...wrong, '--format', 'junit', '--retries', 'x'], { ATTESTRY_API_KEY: 'k' })
    expect(await readFile(report, 'utf8')).toMatch(/import results ended with 2.*--retries: a whole number/s)
  })

  test('3 for an unknown key and one without the permission', async () => {
    const { key } = await at.organization.makeKey({ permissions: ['incidents:read'] })
    expect((await check('atk_unknown', ['--system', NAME])).code).toBe(3)
    const denied = await check(key, ['--system', NAME])
    expect(denied.code).toBe(3)
    expect(denied.stdout).toContain('gate:query')
  })

  test('5 for an unknown AI system, one of another organization, and a missing add-on', async () => {
    const other = await staged(PASSES)
    const decision = JSON.parse((await check(other.key, ['--system', NAME, '--format', 'json'])).stdout)
    const { key } = at.organization
    for (const system of ['nobody', '018f0000-0000-7000-8000-000000000000', NAME, decision.ai_system_id])
      expect([system, (await check(key, ['--system', system])).code]).toEqual([system, 5])
    const without = await at.another({ addons: [] })
    const { code, stdout } = await check(without.key, ['--system', NAME])
    expect(code).toBe(5)
    expect(stdout).toContain('agent_governance')
  })
})

describe('attestry gate check exits with 4 after retries', () => {
  test('if nobody listens', async () => {
    const { code, stdout } = await unreachable(0, ['--retries', '1'])
    expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringContaining('ECONNREFUSED') })
  })

  test('if it gets 500, a proxy’s page, a redirect or something other than a decision', async () => {
    const asked: string[] = []
    const answers: { [name: string]: [number, string] } = {
      failing: [500, '{"error":{"code":"internal_error","message":"x"}}'],
      page: [200, '<html>'],
      redirect: [302, ''],
      contradiction: [
        200,
        '{"decision":"pass","reasons":["version_drift"],"reason_details":[],"decision_id":"x"}',
      ],
      array: [200, '[]'],
    }
    await listening(
      (request, response) => {
        const system = new URL(request.url!, 'http://x').searchParams.get('ai_system_name')!
        asked.push(system)
        const [status, body] = answers[system]!
        response.writeHead(status, { 'retry-after': '0', location: '/elsewhere' }).end(body)
      },
      async (url) => {
        for (const system of Object.keys(answers)) {
          const args = ['gate', 'check', '--url', url, '--system', system, '--retries', '2']
          expect([system, (await pipeline(args, { ATTESTRY_API_KEY: 'k' })).code]).toEqual([system, 4])
        }
      },
    )
    expect(asked).toEqual(['failing', 'failing', 'failing', 'page', 'redirect', 'contradiction', 'array'])
  })

  test('attestry gate check retries a failing server, and --wait asks until the gate passes', async () => {
    let asked = 0
    const answer = (decision: string, reasons: string[]) =>
      JSON.stringify({
        ...{ decision, reasons, reason_details: [], decision_id: 'x', decided_at: new Date() },
        ai_system_id: '018f0000-0000-7000-8000-00000000000a',
      })
    await listening(
      (_, response) => {
        asked++
        if (asked === 1) response.writeHead(429, { 'retry-after': '0' }).end('{"error":{"message":"wait"}}')
        else response.end(asked === 2 ? answer('block', ['version_drift']) : answer('pass', []))
      },
      async (url) => {
        const args = ['gate', 'check', '--url', url, '--system', 'x', '--wait', '5m']
        const { code, stderr } = await pipeline(args, { ATTESTRY_API_KEY: 'k' })
        expect(code).toBe(0)
        expect(stderr).toContain('the gate blocks (version_drift); asking again')
      },
    )
    expect(asked).toBe(3)
  })
})

describe('every format of attestry gate check reports the same', () => {
  test('junit and gitlab have a test case for each reason, and sarif and github the reasons', async () => {
    const { key } = await staged(BLOCKS)
    const report = join(scratch, 'gate.xml')
    const args = ['--system', NAME, '--format', 'gitlab', '--output', report]
    const written = await check(key, args)
    expect(written.code).toBe(1)
    expect(written.stdout).toContain('BLOCK')
    const xml = await readFile(report, 'utf8')
    expect(xml).toContain(
      '<testsuite name="Attestry release gate" tests="1" failures="1" errors="0" skipped="0">',
    )
    expect(xml).toContain('classname="attestry.gate.Bot: 100%, &#60;b&#62;" name="no_approved_run"')
    // The parts of a failed case that GitLab shows: the message, the next step, and the place.
    const [, body] = /<failure message="[^"]*">(.*)<\/failure>/.exec(xml)!
    expect(body!.split('&#10;')).toEqual([
      expect.stringContaining('Suite &#34;safety&#34;'),
      expect.stringContaining('Submit results'),
      expect.stringMatching(PAGE),
    ])

    const sarif = JSON.parse((await check(key, ['--system', NAME, '--format', 'sarif'])).stdout)
    expect(sarif.runs[0].results).toMatchObject([
      { ruleId: 'no_approved_run', level: 'error', hostedViewerUri: expect.stringMatching(PAGE) },
    ])

    const runner = { GITHUB_STEP_SUMMARY: join(scratch, 'summary'), GITHUB_OUTPUT: join(scratch, 'output') }
    const github = await check(key, ['--system', NAME, '--format', 'github'], runner)
    expect(github.code).toBe(1)
    expect(github.stdout).toMatch(/^::error title=Attestry%3A no_approved_run::Suite "safety"/m)
    const summary = await readFile(runner.GITHUB_STEP_SUMMARY, 'utf8')
    expect(summary).toContain('⛔ block — Bot: 100%, &#60;b&#62;')
    expect(summary).toMatch(/ · \[In the console\]\(<http:\S+\/console\/#\/systems\/[0-9a-f-]{36}>\)\n$/)
    expect(await readFile(runner.GITHUB_OUTPUT, 'utf8')).toMatch(
      /^decision=block\ndecision_id=[0-9a-f-]{36}\nreasons=no_approved_run\n$/,
    )
  })

  test('without a decision, junit has an error and sarif an unsuccessful run', async () => {
    const { key } = at.organization
    const junit = await check(key, ['--system', 'nobody', '--format', 'junit'])
    expect(junit.stdout).toContain('errors="1"')
    const sarif = JSON.parse((await check(key, ['--system', 'nobody', '--format', 'sarif'])).stdout)
    expect(sarif.runs[0].invocations[0].executionSuccessful).toBe(false)
  })

  test('no output contains the key', async () => {
    for (const args of [['--system', 'nobody'], ['--system', 'x', '--format', 'json'], ['--nope']]) {
      const { stdout, stderr } = await check('atk_SECRETKEY', args)
      expect(stdout + stderr).not.toContain('SECRETKEY')
    }
  })
})

/** Runs a check against a port that nobody listens on. */
async function unreachable(port: number, args: string[]) {
  const server = createServer().listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const free = (server.address() as AddressInfo).port
  await new Promise((resolve) => server.close(resolve))
  const url = `http://127.0.0.1:${free}`
  return pipeline(['gate', 'check', '--url', url, '--system', 'x', ...args], { ATTESTRY_API_KEY: 'k' })
}
