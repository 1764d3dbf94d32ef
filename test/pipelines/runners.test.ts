import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { call } from '../harness/rest.ts'
import { BUNDLE, OLDEST_NODE, run } from './pipeline.ts'
import { github, gitlab, jenkins, packed, type RunnerScene, runnerScene } from './runners.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let { at, key, organization, workspace, scene, stop } = {} as RunnerScene
beforeAll(async () => {
  ;({ at, key, organization, workspace, scene, stop } = await runnerScene())
  const cases = parseCases(`case a system whose suite is met by nothing yet
system "Support bot"
suite release accuracy:accuracy:gte:0.9
profile bot tools=search model=gpt-x/2026-01 prompt=p7
expect block no_approved_run
case a system that may ship
system "Certified bot"
suite release-of-certified accuracy:accuracy:gte:0.9
profile certified tools=search model=gpt-x/2026-01 prompt=p7
result accuracy:accuracy 0.95
certify
expect pass`)
  for (const one of cases)
    await play(one, {
      gate: at.composition.transports.gate,
      asAdmin: (operation) => sessionCaller(operation, organization.admin.session, systemClock),
      rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
    })
  const row = { metric_name: 'accuracy', metric_value: 0.95, eval_type: 'accuracy', passed: true }
  await writeFile(join(workspace, 'results.json'), JSON.stringify([{ ...row, evaluated_at: new Date() }]))
  await writeFile(join(workspace, 'broken results.json'), '{')
})
afterAll(() => stop())

test('GitHub: the action submits results, publishes the reasons and fails the job unless advisory', async () => {
  const inputs = { url: at.baseUrl, 'api-key': key, system: 'Support bot' }
  const blocked = await github(workspace, { ...inputs, results: 'results.json\n', suite: 'release' })
  expect(blocked.stdout).toContain('1 result submitted')
  expect(blocked.stdout).toContain('is met but not certified')
  expect(blocked.code).toBe(1)
  expect(blocked.output).toMatch(/^decision=block\n/)
  expect(blocked.summary).toContain('⛔ block — Support bot')

  const advised = await github(workspace, { ...inputs, advisory: 'true' })
  expect(advised.code).toBe(0)
  expect(advised.stdout).toContain('::warning title=Attestry%3A no_approved_run')

  const broken = await github(workspace, { ...inputs, results: 'broken results.json', advisory: 'true' })
  expect(broken.code).toBe(2)
  expect(broken.output).toMatch(/^decision=block\n/)
  // The reasons follow from earlier results, which is said before them.
  expect(broken.stdout).toMatch(
    /^::error title=Attestry%3A the results were not submitted::.*: broken results\.json: is not JSON, or ends early\. The gate answers by earlier results\.\n.*^BLOCK/ms,
  )
  expect(broken.summary).toMatch(
    /^## Attestry: the results were not submitted\n\n {4}attestry: broken results\.json: .*\n\n## Attestry: ⛔ block/,
  )
})

test('GitHub: an input that cannot work is named in an annotation and in the summary', async () => {
  const ran = await github(workspace, {
    url: at.baseUrl,
    'api-key': key,
    system: 'Support bot',
    wait: 'long',
  })
  expect({ code: ran.code, output: ran.output }).toEqual({ code: 2, output: '' })
  expect(ran.stdout).toMatch(/^::error title=Attestry%3A no decision::--wait: write a time/m)
  expect(ran.summary).toMatch(/^## Attestry: no decision\n\n--wait: write a time/)
})

test('GitHub: a workflow without secrets gets an annotation and a summary that say so', async () => {
  const ran = await github(workspace, { url: at.baseUrl, 'api-key': '', system: 'Support bot' })
  expect({ code: ran.code, output: ran.output }).toEqual({ code: 2, output: '' })
  expect(ran.stdout).toMatch(/^::error title=Attestry%3A no decision::The input api-key is empty\./)
  expect(ran.summary).toMatch(/^## Attestry: no decision\n\nThe input api-key is empty\./)
})

test('GitHub: a pass is not an output if this job’s results were not submitted', async () => {
  const inputs = { url: at.baseUrl, 'api-key': key, system: 'Certified bot' }
  const broken = await github(workspace, { ...inputs, results: 'broken results.json' })
  expect({ code: broken.code, output: broken.output, summary: broken.summary }).toEqual({
    code: 2,
    output: '',
    summary:
      '## Attestry: the results were not submitted\n\n    attestry: broken results.json: is not JSON, or ends early\n\n',
  })
  expect(broken.stdout).toContain('::error title=Attestry%3A the results were not submitted::')
  expect((await github(workspace, inputs)).output).toMatch(/^decision=pass\n/)
})

test('GitHub: without a decision nothing is said about earlier results', async () => {
  const inputs = { url: at.baseUrl, 'api-key': `${key.slice(0, -1)}~`, system: 'Certified bot' }
  const refused = await github(workspace, { ...inputs, results: 'results.json' })
  expect(refused.stdout).toMatch(
    /^::error title=Attestry%3A the results were not submitted::.*: the API key is unknown[^\n]*\.$/m,
  )
  expect(refused.stdout).not.toContain('earlier results')
  expect(refused.output).toBe('')
})

test('GitHub: an input is never executed as a command', async () => {
  const hostile = '$(touch pwned)`touch pwned`"; touch pwned; "'
  const ran = await github(workspace, { url: at.baseUrl, 'api-key': key, system: hostile })
  expect(ran.code).toBe(5)
  await expect(readFile(join(workspace, 'pwned'))).rejects.toThrow('ENOENT')
})

test('GitHub: gate.sh expands possibly empty arrays safely for bash 3.2 of macOS', async () => {
  const lines = (await readFile(join(ROOT, 'integrations/github-action/gate.sh'), 'utf8')).split('\n')
  const expanded = lines.filter((line) => !line.startsWith('#') && line.includes('[@]}"'))
  const guarded = expanded.map((line) => line.replaceAll(/\$\{(\w+)\[@\]\+"\$\{\1\[@\]\}"\}/g, ''))
  expect(expanded).not.toEqual([])
  expect(guarded.filter((line) => line.includes('[@]}"'))).toEqual([])
})

test('GitLab: the component has no default package from a public registry', async () => {
  const component = await readFile(join(ROOT, 'integrations/gitlab/templates/release-gate.yml'), 'utf8')
  expect(parseAllDocuments(component)[0]!.toJSON().spec.inputs.package).not.toHaveProperty('default')
})

test('GitLab: the package runs by npx, writes the report in any case, and then fails the job', async () => {
  const inputs = { url: at.baseUrl, key, system: 'Support bot', package: await packed(workspace) }
  const blocked = await gitlab(workspace, { ...inputs, results: 'results.json', suite: 'release' })
  expect({ code: blocked.code, stderr: blocked.stderr }).toMatchObject({ code: 1 })
  expect(blocked.stdout).toContain('BLOCK')
  expect(await readFile(blocked.report, 'utf8')).toContain('name="no_approved_run"')
  const advised = await gitlab(workspace, { ...inputs, advisory: 'true' })
  expect(advised.code).toBe(0)
  const passing = await gitlab(workspace, { ...inputs, system: 'Certified bot', results: 'absent.json' })
  expect(passing.code).toBe(2)
  expect(await readFile(passing.report, 'utf8')).toContain('tests="2" failures="0" errors="1"')
  expect(await readFile(passing.report, 'utf8')).toMatch(
    /ended with 2\)\. The reason: absent\.json: [^"]*\. The gate answers by earlier results\."/,
  )
  expect(passing.stderr).toContain('absent.json')
  const unknown = await gitlab(workspace, { ...inputs, system: 'nobody', results: 'absent.json' })
  expect(unknown.code).toBe(5)
  expect(unknown.stdout).toContain('The results were not submitted')
  expect(`${unknown.stdout}${await readFile(unknown.report, 'utf8')}`).not.toContain('earlier results')
  expect(await readFile(unknown.report, 'utf8')).toContain('errors="2"')
})

test('Jenkins: the report is written in any case, the stage fails, and its log does not contain the key', async () => {
  const folder = join(workspace, 'jenkins')
  await mkdir(folder)
  await writeFile(join(folder, 'results.json'), await readFile(join(workspace, 'results.json')))
  await run('npm', ['install', '--silent', join(workspace, await packed(workspace))], {}, folder)
  const inputs = { ATTESTRY_URL: at.baseUrl, ATTESTRY_API_KEY: key }
  const blocked = await jenkins(folder, inputs, 'Support bot')
  expect({ code: blocked.code, stderr: blocked.stderr }).toMatchObject({ code: 1 })
  expect(blocked.stdout).toMatch(/result.*BLOCK/s)
  expect(`${blocked.stdout}${blocked.stderr}`).not.toContain(key)
  expect(await readFile(blocked.report, 'utf8')).toContain('name="no_approved_run"')
  await writeFile(join(folder, 'results.json'), '{')
  const passing = await jenkins(folder, inputs, 'Certified bot')
  expect({ code: passing.code, stderr: passing.stderr }).toMatchObject({ code: 2 })
  expect(passing.stdout).toContain('The results were not submitted')
  const report = await readFile(passing.report, 'utf8')
  expect(report).toContain('tests="2" failures="0" errors="1"')
  expect(report).toMatch(
    /name="results submitted"><error message="The results were not submitted[^"]*The reason: results\.json: is not JSON.*">attestry: results\.json: .*<\/error>.*name="may ship"\/>/s,
  )
})

test('attestry import results submits a metric that no threshold has, and warns', async () => {
  const args = ['import', 'results', 'results.json', '--system', 'Support bot', '--suite', 'release']
  const more = ['--eval-type', 'bias', '--url', at.baseUrl, '--json']
  const ran = await run('node', [BUNDLE, ...args, ...more], { ATTESTRY_API_KEY: key }, workspace)
  expect(ran.code).toBe(0)
  const asks = 'no threshold of the suite asks for this metric_name with this eval_type'
  expect(ran.stderr).toContain(`warning: results.json: accuracy (bias): ${asks}`)
  expect(JSON.parse(ran.stdout)).toMatchObject({ created: 1, warnings: [expect.stringContaining(asks)] })
})

test('a repeated import of the same results adds nothing, and says so', async () => {
  const args = ['import', 'results', 'results.json', '--system', 'Support bot', '--url', at.baseUrl, '--json']
  const env = { ATTESTRY_API_KEY: key }
  const first = await run('node', [BUNDLE, ...args], env, workspace)
  const again = await run('node', [BUNDLE, ...args], env, workspace)
  expect([first.code, again.code]).toEqual([0, 0])
  expect(again.stderr).toContain('were submitted before; nothing was added')
  const { body } = await call(at.baseUrl, '/api/v1/ai-evaluations?limit=200', { key })
  expect(
    body.data.filter(({ eval_suite }: { eval_suite: string | null }) => eval_suite === null),
  ).toHaveLength(1)
})

test.each(['evaluations:read', 'evaluations:write'])(
  'a failing build that is rerun after a passing one is blocked by its own results: a key with %s',
  async (permission) => {
    const permissions = [...new Set([permission, 'evaluations:write', 'gate:query'])]
    const { key: own } = await organization.makeKey({ permissions })
    const inputs = { url: at.baseUrl, 'api-key': own, system: 'Certified bot', suite: 'release-of-certified' }
    const row = { metric_name: 'accuracy', eval_type: 'accuracy', evaluated_at: new Date() }
    const build = async (value: number) => {
      const results = `build ${permission.slice(12)} ${value}.json`
      await writeFile(
        join(workspace, results),
        JSON.stringify([{ ...row, metric_value: value, passed: true }]),
      )
      return (await github(workspace, { ...inputs, results })).code
    }
    expect(await build(0.2)).toBe(1)
    expect(await build(0.99)).toBe(0)
    expect(await build(0.2)).toBe(1)
    expect(await build(0.99)).toBe(0)
  },
)

test('results for an earlier suite version are submitted again for the current one', async () => {
  const { aiSystemId, suite } = await scene()
  const result = { metric_name: 'asr', eval_type: 'prompt_injection', metric_value: 0.01, passed: true }
  await writeFile(join(workspace, 'tied.json'), JSON.stringify([{ ...result, evaluated_at: new Date() }]))
  const args = ['import', 'results', 'tied.json', '--system', aiSystemId, '--suite', 'release', '--json']
  const submit = async () => {
    const ran = await run(
      'node',
      [BUNDLE, ...args, '--url', at.baseUrl],
      { ATTESTRY_API_KEY: key },
      workspace,
    )
    return {
      code: ran.code,
      again: /submitted again/.test(ran.stderr),
      nothing: /nothing was added/.test(ran.stderr),
    }
  }
  const versions = async () => {
    const { body } = await call(at.baseUrl, `/api/v1/ai-evaluations?ai_system_id=${aiSystemId}`, { key })
    return body.data.map((one: { eval_suite_version: number }) => one.eval_suite_version)
  }
  const before = (await versions()).length
  expect(await submit()).toEqual({ code: 0, again: false, nothing: false })
  expect(await submit()).toEqual({ code: 0, again: false, nothing: true })
  await suite(0.05)
  expect(await submit()).toEqual({ code: 0, again: true, nothing: false })
  expect((await versions()).slice(0, -before)).toEqual([2, 1])
})

test('the packed package runs by npx on the oldest Node.js with exit codes 0 to 5', async () => {
  const clean = await mkdtemp(join(tmpdir(), 'attestry-clean-'))
  try {
    const oldest = { PATH: `${dirname(OLDEST_NODE)}${delimiter}${process.env.PATH}` }
    const packed = await run('npm', ['pack', '--silent', `${ROOT}clients/cli`], oldest, clean)
    const tarball = `./${packed.stdout.trim()}`
    const installed = await run(
      'npm',
      ['install', '--offline', '--no-audit', '--no-fund', tarball],
      oldest,
      clean,
    )
    expect(installed).toMatchObject({ code: 0 })
    const { key: reader } = await organization.makeKey({ permissions: ['incidents:read'] })
    const nobody = 'http://127.0.0.1:1'
    const cases: [number, string[], string, string][] = [
      [0, ['--system', 'Certified bot'], key, at.baseUrl],
      [1, ['--system', 'Support bot'], key, at.baseUrl],
      [2, [], key, at.baseUrl],
      [3, ['--system', 'Support bot'], reader, at.baseUrl],
      [4, ['--system', 'Support bot', '--retries', '0'], key, nobody],
      [5, ['--system', 'nobody'], key, at.baseUrl],
    ]
    for (const [code, args, apiKey, url] of cases) {
      const env = { ...oldest, ATTESTRY_API_KEY: apiKey, ATTESTRY_URL: url }
      const ran = await run('npx', ['--no-install', 'attestry', 'gate', 'check', ...args], env, clean)
      expect([args, ran.code]).toEqual([args, code])
    }
  } finally {
    await rm(clean, { recursive: true })
  }
})
