import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootConsole, type Console } from '../cli/console.ts'
import { attestryInHost } from '../harness/command.ts'

let cli: Console
beforeAll(async () => {
  cli = await bootConsole()
})
afterAll(() => cli.stop())

test('an administrator manages channels and sees the state of each notification with attestry commands', async () => {
  const org = await cli.ok('org', 'create', '--name', 'Commands')
  const of = ['--org', org.id]
  const named = ['--name', 'erp', '--kind', 'webhook', '--events', 'gate.blocked,incident.opened']
  const made = await cli.ok(
    'channel',
    'create',
    ...of,
    ...named,
    '--url-stdin',
    '<',
    'https://10.1.2.3/secret',
  )
  expect(made).toMatchObject({
    kind: 'webhook',
    origin: 'https://10.1.2.3',
    events: ['gate.blocked', 'incident.opened'],
  })
  expect(made.secret).toMatch(/^whsec_/)
  const id = ['--id', made.id]

  const updated = await cli.ok('channel', 'update', ...of, ...id, '--name', 'other', '--remind-hours', '48,4')
  expect(updated).toMatchObject({ version: 2, name: 'other', remind_hours: [48, 4] })
  const { data } = await cli.ok('channel', 'list', ...of)
  expect(data).toMatchObject([{ id: made.id, name: 'other', status: 'active' }])
  expect(JSON.stringify(data)).not.toContain('/secret')

  const command = ['channel', 'test', ...of, ...id, '--wait', '60', '--json']
  const tried = await attestryInHost(command, cli.env)
  expect(tried).toMatchObject({ code: 1, json: { state: 'waiting', attempts: 1 } })
  expect(tried.json.problem).toContain('the address is not public')
  const listed = await cli.ok('notification', 'list', ...of, '--channel', made.id, '--state', 'waiting')
  const title = 'Attestry: test of the channel “other”'
  expect(listed.data).toMatchObject([{ event: 'channel.test', title, state: 'waiting', attempts: 1 }])

  expect(await cli.ok('channel', 'delete', ...of, ...id)).toMatchObject({ status: 'deleted', version: 3 })
  expect((await cli.ok('channel', 'list', ...of)).data).toEqual([])
  expect((await cli.ok('channel', 'list', ...of, '--deleted')).data).toHaveLength(1)
  expect((await cli.ok('notification', 'list', ...of)).data).toMatchObject([{ state: 'cancelled' }])

  expect(await cli.fails(1, 'channel', 'create', ...of, '--name', 'x', '--kind', 'email')).toContain(
    'recipients',
  )
  expect(await cli.fails(2, 'channel', 'create', ...of, '--name', 'x', '--kind', 'pigeon')).toContain(
    'pigeon',
  )
  const announcement = ['--api-version', 'v1', '--link', 'https://example.com', '--until', inYears(2)]
  expect(
    await cli.fails(1, 'notification', 'announce-deprecation', ...announcement, '--from', inYears(1)),
  ).toContain('ATTESTRY_SMTP_URL')
  expect(
    await cli.fails(2, 'notification', 'announce-deprecation', ...announcement, '--from', 'soon'),
  ).toContain('It must be a time')
})

function inYears(years: number): string {
  return new Date(Date.now() + years * 366 * 86_400_000).toISOString()
}
