import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attestry } from '../harness/command.ts'
import { login } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootConsole, type Console } from './console.ts'

const INSTALLATION = '00000000-0000-0000-0000-000000000000'

let cli: Console
beforeAll(async () => {
  cli = await bootConsole()
})
afterAll(() => cli.stop())

test('the operator resets the password of the only administrator, and the organization’s log has it', async () => {
  const { id, admin } = await cli.ok('org', 'create', '--name', 'Locked out')
  const before = await login(cli.at.baseUrl, admin)
  const made = await cli.ok('org', 'reset-password', '--email', admin.email)
  expect((await login(cli.at.baseUrl, admin)).status).toBe(401)
  expect((await login(cli.at.baseUrl, { email: admin.email, password: made.password })).status).toBe(204)
  expect(before.status).toBe(204)
  expect(await entries(id, 'resetPassword')).toMatchObject([{ outcome: 'ok', actor: { kind: 'operator' } }])
  expect(await cli.fails(1, 'org', 'reset-password', '--email', 'nobody@nowhere.example')).toContain(
    'not found',
  )
})

test('the operator reads the installation’s log, and nothing of an organization', async () => {
  await cli.ok('org', 'list')
  const { data } = await cli.ok(
    'audit',
    'list',
    '--operator',
    '--operation',
    'listOrganizations',
    '--limit',
    '1',
  )
  expect(data).toMatchObject([
    {
      operation: 'listOrganizations',
      outcome: 'ok',
      actor: { kind: 'operator' },
      organization_id: INSTALLATION,
    },
  ])
  const { id } = await cli.ok('org', 'create', '--name', 'Not listed')
  expect(await entries(id, 'createOrganization')).toHaveLength(1)
  const all = (await cli.ok('audit', 'list', '--operator', '--limit', '500')).data
  expect(all.filter((entry: { organization_id: string }) => entry.organization_id !== INSTALLATION)).toEqual(
    [],
  )
  expect((await cli.ok('audit', 'list', '--operator', '--count')).count).toBeGreaterThan(1)
})

test('attestry audit verify compares checkpoints from a file with the logs that they name', async () => {
  const { id } = await cli.ok('org', 'create', '--name', 'Held against')
  const file = join(cli.env.ATTESTRY_DATA_DIR!, 'shipped.jsonl')
  const note = `attestry/${id}\n7\n${Buffer.alloc(32).toString('base64')}\n\n— attestry/${id} AAAA\n`
  const line = { at: '2026-01-02T03:04:05.678Z', msg: 'checkpoint', checkpoint: note }
  const own = { msg: 'checkpoint', checkpoint: note.replaceAll(id, INSTALLATION) }
  await writeFile(file, `{"msg":"ready"}\n${JSON.stringify(line)}\n${JSON.stringify(own)}\n`)
  const words = ['audit', 'verify', '--org', id, '--checkpoints', file, '--json']
  expect(await attestry(words, { env: cli.env })).toMatchObject({
    code: 1,
    json: { ok: false, given_checkpoints: 0, problems: [{ code: 'checkpoint_unverified' }] },
  })
  expect(
    await attestry(['audit', 'verify', '--operator', '--checkpoints', file, '--json'], { env: cli.env }),
  ).toMatchObject({ code: 1, json: { ok: false, problems: [{ code: 'checkpoint_unverified' }] } })
  await writeFile(file, `point":"of a line"}\n${JSON.stringify(line)}\n`)
  expect(await cli.fails(2, ...words)).toContain('line 1 cannot be read')
  await writeFile(file, '')
  expect(await cli.fails(2, ...words)).toContain('no checkpoint of this log')
  expect(await cli.fails(2, ...words.map((word) => (word === file ? `${file}.gone` : word)))).toContain(
    'no such file',
  )
  // Without a file, the checkpoint that the ledger kept in this data directory is used.
  const kept = join(cli.env.ATTESTRY_DATA_DIR!, 'checkpoints')
  await mkdir(kept, { mode: 0o700 })
  await writeFile(
    join(kept, 'checkpoints.jsonl'),
    `${JSON.stringify({ ...line, checkpoint: note.replaceAll(id, INSTALLATION) })}\n`,
  )
  expect(await attestry(['audit', 'verify', '--operator', '--json'], { env: cli.env })).toMatchObject({
    code: 1,
    json: { ok: false, problems: [{ code: 'checkpoint_unverified' }] },
  })
  const [newest] = await entries(INSTALLATION, 'verifyLog')
  expect(newest).toMatchObject({ outcome: 'ok', actor: { kind: 'operator' } })
})

test('attestry audit verify --resume continues from the file of an earlier verification and writes it anew', async () => {
  const { id } = await cli.ok('org', 'create', '--name', 'Went on')
  const file = join(cli.env.ATTESTRY_DATA_DIR!, 'verified.json')
  const words = ['audit', 'verify', '--org', id, '--resume', file]
  // The entry of its creation has its place in the log.
  await expect.poll(async () => (await cli.ok('audit', 'verify', '--org', id)).size).toBeGreaterThan(0)
  const first = await cli.ok(...words)
  expect(first).toMatchObject({ ok: true, resumed_at: 0, not_repeated: [] })
  const kept = JSON.parse(await readFile(file, 'utf8'))
  expect(kept).toMatchObject({ format: 'attestry-verified/1', log: id, size: first.size })
  const second = await cli.ok(...words)
  expect(second).toMatchObject({ ok: true, resumed_at: first.size })
  expect(second.not_repeated).toHaveLength(4)
  expect(JSON.parse(await readFile(file, 'utf8')).size).toBe(second.size)
  // A checkpoint of another tree: the problem is shown, and the file stays.
  const wrong = JSON.stringify({
    ...kept,
    frontier: kept.frontier.replace(/^./, (c: string) => (c === '0' ? '1' : '0')),
  })
  await writeFile(file, wrong)
  expect(await attestry([...words, '--json'], { env: cli.env })).toMatchObject({
    code: 1,
    json: {
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ code: 'head_differs' })]),
    },
  })
  expect(await readFile(file, 'utf8')).toBe(wrong)
  expect(await cli.fails(2, 'audit', 'verify', '--operator', '--resume', file)).toContain(
    'belongs to another log',
  )
  await writeFile(file, '{}')
  expect(await cli.fails(2, ...words)).toContain('not a file that a verification wrote')
})

test('the credential of the installation’s own processes is logged once in its log', async () => {
  await cli.ok('org', 'list')
  const mine = (await entries(INSTALLATION, 'createClient')).filter(({ actor }) => actor.kind === 'system')
  const { data } = await cli.ok('client', 'list')
  const trusted = data.filter(({ trusted }: { trusted: boolean }) => trusted)
  expect(trusted.length).toBeGreaterThan(0)
  expect(mine).toHaveLength(trusted.length)
})

test('attestry org list and client list page', async () => {
  for (const name of ['One', 'Two', 'Three']) await cli.ok('org', 'create', '--name', name)
  const all = (await cli.ok('org', 'list')).data
  expect((await cli.ok('org', 'list', '--limit', '2')).data).toEqual(all.slice(0, 2))
  for (const name of ['one', 'two']) await cli.ok('client', 'create', '--name', name, '--services', 'gate')
  expect((await cli.ok('client', 'list', '--limit', '1')).data).toMatchObject([{ name: 'two' }])
})

async function entries(organization: string, operation: string) {
  const rows = await sql<{ entry: string }>(
    cli.at.databaseUrl,
    `select entry from ledger.entries where org_id = $1 and entry::jsonb ->> 'operation' = $2 order by id`,
    [organization, operation],
  )
  return rows.map(({ entry }) => JSON.parse(entry))
}
