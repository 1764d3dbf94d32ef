import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attestry } from '../harness/command.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootConsole, type Console } from './console.ts'

let cli: Console
beforeAll(async () => {
  cli = await bootConsole()
})
afterAll(() => cli.stop())
const ok: Console['ok'] = (...args) => cli.ok(...args)
const fails: Console['fails'] = (code, ...args) => cli.fails(code, ...args)

test('a key revoked by attestry key revoke is refused at once, also by a second gateway', async () => {
  const org = await ok('org', 'create', '--name', 'Two gateways')
  const key = await ok('key', 'create', '--org', org.id, '--name', 'k', '--permissions', 'incidents:read')
  const second = await bootInstallation({ databaseUrl: cli.at.databaseUrl })
  const statuses = async () =>
    Promise.all(
      [cli.at.baseUrl, second.baseUrl].map(
        async (url) => (await call(url, '/api/v1/incidents', { key: key.key })).status,
      ),
    )
  expect(await statuses()).toEqual([200, 200])
  expect(await ok('key', 'revoke', '--org', org.id, '--id', key.id)).toMatchObject({ status: 'revoked' })
  expect(await statuses()).toEqual([401, 401])
  await second.stop()
  expect((await ok('key', 'list', '--org', org.id)).data).toMatchObject([
    { id: key.id, status: 'revoked', revoked_at: expect.any(String), last_used_at: expect.any(String) },
  ])
})

/** People created here sign in with the password that they were given. */
const OFF = ['--separation-of-duties', 'off']

test('--org chooses the organization that acts, --as another person, and a later login changes neither', async () => {
  const [one, two] = [
    await ok('org', 'create', '--name', 'One', ...OFF),
    await ok('org', 'create', '--name', 'Two'),
  ]
  const person = 'auditor@choice.example'
  const created = ['user', 'create', '--org', one.id, '--email', person, '--role', 'auditor']
  const { password } = await ok(...created)
  await ok('login', '--email', person, '--password-stdin', '<', password)
  const actor = async (...who: string[]) =>
    (await ok('audit', 'list', '--limit', '1', ...who)) && (await ok('audit', 'list', '--limit', '1', ...who))
  expect((await actor('--org', one.id)).data[0].actor.name).toBe(one.admin.email)
  expect((await actor('--org', two.id)).data[0].actor.name).toBe(two.admin.email)
  expect((await actor('--org', one.id, '--as', person)).data[0].actor.name).toBe(person)
  expect(await fails(2, 'key', 'list')).toContain('--org')
  expect(await fails(1, 'key', 'list', '--org', two.id, '--as', person)).toContain('attestry login')
  const forbidden = ['key', 'create', '--org', one.id, '--as', person, '--name', 'k']
  expect(await fails(1, ...forbidden, '--permissions', 'gate:query')).toContain(
    'your role does not allow this',
  )
  await sql(
    cli.at.databaseUrl,
    "update ledger.sessions set last_seen_at = now() - interval '2 hours' where org_id = $1",
    [one.id],
  )
  expect(await fails(1, 'key', 'list', '--org', one.id)).toContain(
    `attestry login --email ${one.admin.email}`,
  )
})

test('attestry exits with 2 for wrong usage and 1 for a refusal, with one line each', async () => {
  const org = await ok('org', 'create', '--name', 'Usage')
  const O = ['--org', org.id]
  const key = ['key', 'create', ...O, '--name', 'k']
  await fails(2, 'nope')
  expect(await fails(2, ...key)).toContain("required option '--permissions <list>' not specified")
  expect(await fails(2, ...key, '--permission', 'gate:query')).toContain('Did you mean --permissions?')
  await fails(2, ...key, '--permissions', 'gate:query', '--rate-limit', 'many')
  await fails(2, ...key, '--permissions', 'gate:query', '--nope')
  await fails(2, 'key', 'list', '--org', 'not-a-uuid')
  await fails(2, 'user', 'create', ...O, '--email', 'a@b.example', '--role', 'king')
  await fails(2, 'user', 'update', ...O, '--id', org.id)
  const nothing = (...command: string[]) => fails(2, ...command, ...O, '--id', org.id)
  expect(await nothing('key', 'update')).toContain('give one of --name, --rate-limit, --expires-at')
  expect(await nothing('webhook', 'update')).toContain('give one of --name, --format, --mapping')
  expect(await nothing('channel', 'update')).toContain('give one of --name, --url, --events')
  expect(await nothing('incident', 'edit', '--reason', 'none')).toContain('--detected-at, --regulation')
  expect(await fails(2, 'reporting', 'set', ...O)).toContain('give one of --time-zone, --holidays')
  expect(await fails(2, 'reporting', 'set', ...O, '--trust-service-provider', 'so')).toContain(
    "'--trust-service-provider <yes|no>' argument 'so' is invalid. It must be yes or no.",
  )
  expect(await fails(2, 'reporting', 'set', ...O, '--holidays', '/none')).toContain(
    '--holidays /none: no such file',
  )
  expect(await fails(2, ...key, '--permissions', 'gate:query', '--rate-limit', '0')).toContain('at least 1')
  for (const command of [['decisions', 'list'], ['review'], ['certify'], ['trigger', 'open']])
    expect(await fails(2, ...command, ...O, '--system', 'scoring')).toContain(
      'It must be a UUID: `attestry system list` shows the ids with the names.',
    )
  await fails(2, 'incident', 'move', ...O, '--id', org.id, '--status', 'gone')
  await fails(2, 'suite', 'create', ...O, '--system', org.id, '--name', 's', '--threshold', 'a:b:lte')
  await fails(2, 'suite', 'create', ...O, '--system', org.id, '--name', 's', '--threshold', 'a:b:near:1')
  await fails(2, 'webhook', 'forward', '--url', 'http://127.0.0.1:1/', '--secret-env', 'NOT_SET', '-')
  await fails(2, 'login', '--email', 'a@b.example')
  await fails(2, 'serve', 'everything')
  expect(await fails(1, ...key, '--permissions', 'gate:drop')).toContain('permissions: must be among')
  expect(await fails(1, 'incident', 'show', ...O, '--id', org.id)).toContain('incident not found')
  expect(await fails(1, 'org', 'create', '--name', 'X', '--addons', 'nope')).toContain('addons')
  expect(await fails(1, 'login', '--email', 'a@b.example', '--password-stdin', '<', 'x')).toContain('wrong')
  expect(await fails(1, 'client', 'revoke', '--id', org.id)).toContain('not found')
})

test('attestry completion bash prints a script that completes commands and options', () => {
  const command = fileURLToPath(new URL('../../gateway/cli/attestry.mjs', import.meta.url))
  const script = execFileSync(process.execPath, [command, 'completion', 'bash'], { encoding: 'utf8' })
  const completed = (...line: string[]) => {
    const words = line.map((word) => `'${word}'`).join(' ')
    const ask = `${script}\nCOMP_WORDS=(attestry ${words}); COMP_CWORD=${line.length}; _attestry; echo "\${COMPREPLY[*]}"`
    return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).trim().split(' ')
  }
  expect(completed('sup')).toEqual(['supplier'])
  expect(completed('key', '')).toEqual(expect.arrayContaining(['create', 'list', 'revoke']))
  expect(completed('key', '--org', 'some', 'create', '--perm')).toEqual(['--permissions'])
  expect(completed('decisions', 'list', '--sy')).toEqual(['--system'])
})

test.each([
  'gate check',
  'gate verify',
  'import results',
  'import assets',
  'import suppliers',
  'audit follow',
])('attestry %s --help shows its options', async (name) => {
  const { code, stdout } = await attestry([...name.split(' '), '--help'], { env: cli.env })
  expect(code).toBe(0)
  expect(stdout).toMatch(new RegExp(`^attestry ${name}: `))
  expect(stdout).toContain('\n  --')
})

test.each([
  ['--', 'gate', 'check'],
  ['gate', '--', 'check'],
  ['--', 'gate', 'verify', 'missing.json'],
  ['--', 'import', 'results', 'missing.json'],
])('pipeline commands also run behind --: %s %s %s', async (...argv) => {
  const { code, stderr } = await attestry([...argv, '--url', 'no address'], { env: cli.env })
  expect(code).toBe(2)
  expect(stderr).toContain('attestry: ')
})

test('attestry --version prints the version of the package', async () => {
  const command = fileURLToPath(new URL('../../gateway/cli/attestry.mjs', import.meta.url))
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
})

test('attestry prints texts of others without control characters', async () => {
  const org = await ok('org', 'create', '--name', 'Terminal')
  const key = await ok('key', 'create', '--org', org.id, '--name', 'k', '--permissions', 'incidents:write')
  const title = 'red \u001b[31m \u202e title\n'
  await call(cli.at.baseUrl, '/api/v1/incidents', { key: key.key, body: { title, severity: 'low' } })
  const { stdout, code } = await attestry(['incident', 'list', '--org', org.id], { env: cli.env })
  expect(code).toBe(0)
  expect(stdout).toContain('red \\u{1b}[31m \\u{202e} title\\u{a}')
  expect((await ok('incident', 'list', '--org', org.id)).data[0].title).toBe(title)
  const listed = async (...options: string[]) =>
    (await ok('incident', 'list', '--org', org.id, ...options)).data.length
  expect(await listed('--status', 'open,contained', '--severity', 'low', '--is-significant', 'false')).toBe(1)
  expect(await listed('--search', 'nothing of the kind')).toBe(0)
  expect(await listed('--created-until', '2001-01-01T00:00:00Z', '--order', 'detected_oldest')).toBe(0)
  await fails(2, 'incident', 'list', '--org', org.id, '--status', 'opened')
})

test('the operator’s reads and refusals are logged in the installation’s log', async () => {
  await ok('org', 'list')
  await fails(1, 'client', 'create', '--name', '', '--services', 'gate')
  const rows = await sql<{ entry: string }>(
    cli.at.databaseUrl,
    "select entry from ledger.entries where org_id = '00000000-0000-0000-0000-000000000000' and entry like '%\"operator\"%' order by id desc limit 2",
  )
  expect(rows.map(({ entry }) => JSON.parse(entry))).toMatchObject([
    { operation: 'createClient', outcome: 'refused', code: 'validation_error', via: 'command' },
    { operation: 'listOrganizations', outcome: 'ok', via: 'command' },
  ])
})
