import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attestry, temporaryDirectory } from '../harness/command.ts'
import type { TestEndpoint } from '../webhook/support/endpoint.ts'
import { send } from '../webhook/support/send.ts'
import { bootConsole, type Console } from './console.ts'

let cli: Console
let org: string[]
beforeAll(async () => {
  cli = await bootConsole()
  org = ['--org', (await cli.ok('org', 'create', '--name', 'Alerts')).id]
})
afterAll(() => cli.stop())

test('attestry webhook creates, changes, rotates, shows and revokes an endpoint', async () => {
  const made = await cli.ok('webhook', 'create', ...org, '--name', 'siem', '--format', 'service')
  const endpoint: TestEndpoint = { id: made.id, path: new URL(made.url).pathname, secret: made.secret }
  const deliver = async (secret: string, externalId: string) =>
    (await send(cli.at.baseUrl, endpoint, { title: 'An alert', external_id: externalId }, { secret })).status
  expect(await deliver(made.secret, 'one')).toBe(201)
  expect(await deliver(made.secret, 'one')).toBe(200)

  const changed = ['--id', made.id, '--name', 'soc', '--rate-limit', '30']
  expect(await cli.ok('webhook', 'update', ...org, ...changed)).toMatchObject({
    id: made.id,
    name: 'soc',
    rate_limit: 30,
    format: 'service',
    url: made.url,
  })
  const rotated = await cli.ok('webhook', 'rotate', ...org, '--id', made.id)
  expect(rotated).toEqual({ id: made.id, url: made.url, secret: expect.stringMatching(/^whsec_/) })
  expect(rotated.secret).not.toBe(made.secret)
  expect(await deliver(made.secret, 'two')).toBe(401)
  expect(await deliver(rotated.secret, 'two')).toBe(201)

  const { data } = await cli.ok('webhook', 'deliveries', ...org, '--id', made.id)
  expect(data.map(({ outcome, status, external_id }: Shown) => [outcome, status, external_id])).toEqual([
    ['created', 201, 'two'],
    ['rejected', 401, null],
    ['replay', 200, 'one'],
    ['created', 201, 'one'],
  ])

  const filtered = async (...more: string[]) =>
    (await cli.ok('webhook', 'deliveries', ...org, '--id', made.id, ...more)).data.map(
      ({ outcome }: Shown) => outcome,
    )
  expect(await filtered('--outcome', 'created')).toEqual(['created', 'created'])
  expect(await filtered('--outcome', 'rejected')).toEqual(['rejected'])
  expect(await filtered('--until', '2020-01-01T00:00:00Z')).toEqual([])
  expect(await filtered('--since', '2020-01-01T00:00:00Z')).toHaveLength(4)

  const every = (await cli.ok('deliveries', 'list', ...org, '--search', 'ONE', '--order', 'oldest')).data
  expect(every.map((one: Shown) => [one.outcome, one.external_id])).toEqual([
    ['created', 'one'],
    ['replay', 'one'],
  ])
  expect(await cli.ok('deliveries', 'list', ...org, '--count')).toEqual({ count: 3, more: false })
  for (const what of ['results', 'runs', 'deliveries', 'asset', 'supplier', 'incident', 'audit'])
    expect(await cli.ok(what, 'list', ...org, '--count', '--search', 'nothing has this')).toEqual({
      count: 0,
      more: false,
    })

  const listed = (await cli.ok('webhook', 'list', ...org)).data
  expect(listed).toMatchObject([{ id: made.id, name: 'soc', status: 'active' }])
  expect(JSON.stringify(listed)).not.toContain('whsec_')
  const revoked = await cli.ok('webhook', 'revoke', ...org, '--id', made.id)
  expect(revoked).toMatchObject({ id: made.id, status: 'revoked' })
  expect(await deliver(rotated.secret, 'three')).toBe(401)
})

test('attestry webhook does not find an endpoint of another organization', async () => {
  const { id } = await cli.ok('webhook', 'create', ...org, '--name', 'theirs', '--format', 'service')
  const other = ['--org', (await cli.ok('org', 'create', '--name', 'Other')).id]
  for (const change of [['update', '--name', 'mine'], ['rotate'], ['revoke']])
    expect(await cli.fails(1, 'webhook', ...change, ...other, '--id', id)).toContain('not found')
  expect((await cli.ok('webhook', 'list', ...other)).data).toEqual([])
})

type Shown = { outcome: string; status: number; external_id: string | null }

test('attestry webhook try shows how a body is read, or what is missing, without sending it', async () => {
  const samples = fileURLToPath(new URL('../webhook/samples/', import.meta.url))
  const tried = await cli.ok('webhook', 'try', `${samples}suricata/alert.json`)
  expect(tried).toMatchObject({
    product: 'suricata',
    title: 'SURICATA HTTP missing Host header',
    severity: 'low',
    occurred_at: '2024-01-07T19:54:41.712Z',
    external_id: expect.stringMatching(/^sha256:/),
    state: 'open',
    opens_an_incident: true,
  })
  const closed = await cli.ok('webhook', 'try', `${samples}sentinel/logicapp-incident-closed.json`)
  expect(closed).toMatchObject({ state: 'closed', opens_an_incident: false })
  const page = fileURLToPath(new URL('../../docs/integrations/products.md', import.meta.url))
  const refused = await attestry(['webhook', 'try', page, '--json'], { env: cli.env })
  expect(refused).toMatchObject({
    code: 1,
    json: { status: 400, code: 'invalid_json', message: 'the body is not valid JSON' },
  })
  const chat = await attestry(['webhook', 'try', `${samples}slack/message.json`, '--json'], { env: cli.env })
  expect(chat).toMatchObject({
    code: 1,
    json: { status: 422, message: expect.stringContaining('it is a message for a chat') },
  })
})

test('attestry webhook try shows each of several alerts in a body completely', async () => {
  const file = fileURLToPath(new URL('../webhook/samples/aikido/issues.json', import.meta.url))
  const { data } = await cli.ok('webhook', 'try', file)
  const shown = await attestry(['webhook', 'try', file], { env: cli.env })
  expect(data.length).toBeGreaterThan(1)
  const blocks = shown.stdout.trim().split('\n\n')
  expect(blocks).toHaveLength(data.length)
  for (const [index, block] of blocks.entries()) {
    const [heading, ...lines] = block.split('\n')
    expect(heading).toBe(`alert ${index + 1} of ${data.length}`)
    expect(lines.map((line) => line.split(' ')[0])).toEqual(Object.keys(data[index]))
    expect(block).toContain(data[index].identity)
  }
})

test('attestry webhook try --general-reading says how the alert is identified and where that is described', async () => {
  const directory = await temporaryDirectory()
  const file = `${directory.path}/unknown.json`
  await writeFile(file, JSON.stringify({ title: 'Door open', severity: 'high', vendor: 'x' }))
  expect(await cli.ok('webhook', 'try', file, '--general-reading')).toMatchObject({
    product: 'general',
    identity: expect.stringMatching(/\S{3}/),
    described_at: expect.stringContaining('docs/integrations/generic/README.md'),
  })
  await directory.remove()
})
