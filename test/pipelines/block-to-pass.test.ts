import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootConsole, type Console } from '../cli/console.ts'
import { run } from './pipeline.ts'
import { shellLines } from './shell-lines.ts'

const COMMAND = fileURLToPath(new URL('../../gateway/cli/attestry.mjs', import.meta.url))

let cli: Console
let directory: string
beforeAll(async () => {
  cli = await bootConsole()
  directory = await mkdtemp(join(tmpdir(), 'attestry-pass-'))
})
afterAll(async () => {
  await cli.stop()
  await rm(directory, { recursive: true })
})

test('the commands of docs/pipelines.md lead from block to pass, run as written and in order', async () => {
  const modules = ['--addons', 'agent_governance', '--separation-of-duties', 'off']
  const org = await cli.ok('org', 'create', '--name', 'First start', ...modules)
  const permissions = 'gate:query,evaluations:write'
  const key = await cli.ok('key', 'create', '--org', org.id, '--name', 'ci', '--permissions', permissions)
  const system = await cli.ok('system', 'create', '--name', 'claims-assistant')
  const env = { ...cli.env, ATTESTRY_URL: cli.at.baseUrl, ATTESTRY_API_KEY: key.key }
  const shell = (lines: string) => {
    const attestry = `attestry() { '${process.execPath}' '${COMMAND}' "$@"; }; system=${system.id}\n`
    return run('bash', ['-euo', 'pipefail', '-c', attestry + lines], env, directory)
  }
  const [suite, profile, results, certify, check] = await shellLines(
    'docs/pipelines.md',
    'From block to pass',
  )

  expect(await shell(check!)).toMatchObject({ code: 1, stdout: expect.stringContaining('suite_missing') })
  for (const lines of [suite, profile, results]) expect(await shell(lines!)).toMatchObject({ code: 0 })
  // An agent has one profile, whichever system it is of: the refusal says what to do.
  expect(await shell(profile!)).toMatchObject({
    ...{
      code: 1,
      stderr: expect.stringContaining(
        'an agent belongs to one AI system only: change that profile, or name another agent',
      ),
    },
  })
  const { reviewed_hash } = await cli.ok('review', '--system', system.id)
  // In a terminal the command asks; without one it is given what was reviewed.
  const certified = await shell(`${certify!.trim()} --reviewed ${reviewed_hash}`)
  expect(certified).toMatchObject({ code: 0, stdout: expect.stringContaining('certification_id') })
  expect(await shell(check!)).toMatchObject({ code: 0, stdout: expect.stringContaining('PASS') })
})
