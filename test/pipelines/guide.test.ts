import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootConsole, type Console } from '../cli/console.ts'
import { OLDEST_NODE, run } from './pipeline.ts'
import { SAMPLES } from './samples.ts'
import { shellLines } from './shell-lines.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let cli: Console
/** The pipeline's machine: the packed command, the oldest Node.js, the results of a tool. */
let machine: string
beforeAll(async () => {
  cli = await bootConsole()
  machine = await mkdtemp(join(tmpdir(), 'attestry-guide-'))
  expect(await run('npm', ['pack', '--silent', `${ROOT}clients/cli`], {}, machine)).toMatchObject({ code: 0 })
  await copyFile(join(SAMPLES, 'promptfoo.json'), join(machine, 'results.json'))
})
afterAll(async () => {
  await cli.stop()
  await rm(machine, { recursive: true })
})

test('the lines of docs/pipelines.md lead from nothing to a gated pipeline, run as written and in order', async () => {
  const org = await cli.ok('org', 'create', '--name', 'Example Bank', '--addons', 'agent_governance')
  const of = ['--org', org.id]
  const system = await cli.ok('system', 'create', ...of, '--name', 'Support assistant')
  const threshold = ['--threshold', 'pass_rate:custom:gte:0.4']
  await cli.ok('suite', 'create', ...of, '--system', system.id, '--name', 'release', ...threshold)
  const [makesKey, environment, installs, pipeline] = await shellLines('docs/pipelines.md', 'Five minutes')

  // The administrator's machine has the command of the server.
  const command = `attestry() { '${process.execPath}' '${ROOT}gateway/cli/attestry.mjs' "$@"; }\n`
  const made = await shell(command + makesKey!.replace(' ID ', ` ${org.id} `), cli.env)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const key = /atk_[\w-]+/.exec(made.stdout)![0]

  expect(await shell(installs!, { npm_config_offline: 'true' })).toMatchObject({ code: 0 })
  const set = environment!.replace('…', key).replace('https://attestry.example.com', cli.at.baseUrl)
  const [handsIn, asks] = pipeline!.trim().split('\n')
  const imported = await shell(set + handsIn!)
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stdout).toContain('4 results submitted')
  const blocked = await shell(set + asks!)
  expect(blocked.code).toBe(1)
  expect(blocked.stdout).toContain('BLOCK  Support assistant')
  expect(blocked.stdout).toContain('is met but not certified')
})

function shell(lines: string, env: NodeJS.ProcessEnv = {}) {
  const oldest = { PATH: `${dirname(OLDEST_NODE)}${delimiter}${process.env.PATH}` }
  return run('bash', ['-euo', 'pipefail', '-c', lines], { ...oldest, ...env }, machine)
}
