import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { ErrorDetailSchema } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import {
  ChannelKind,
  NotificationService,
  NotificationState,
} from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { as as asCaller, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { post } from '../../services/ledger/notifications/post.ts'
import { temporaryDirectory } from '../harness/command.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { serve } from '../process/support/serve.ts'
import { bootNotifications, listedNotifications, notificationsAs } from './support/boot.ts'
import { startReceiver } from './support/receivers.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
beforeAll(async () => {
  booted = await bootNotifications()
})
afterAll(() => booted.stop())

test('after SIGKILL between commit and delivery, the next process sends the notification with the same id', async () => {
  const directory = await temporaryDirectory()
  const receiver = await startReceiver(() => {})
  const before = await bootInstallation({ env: { ATTESTRY_NOTIFICATIONS: 'off' } })
  await before.stop()
  const { key, admin } = before.organization
  const env = {
    DATABASE_URL: before.databaseUrl,
    ATTESTRY_DATA_DIR: join(directory.path, 'data'),
    ATTESTRY_NOTIFICATION_ADDRESSES: '127.0.0.1',
  }
  const open = (baseUrl: string, title: string) =>
    call(baseUrl, '/api/v1/incidents', { key, body: { title, severity: 'low' } })

  const first = await serve({ ...env, ATTESTRY_NOTIFICATIONS: 'off' })
  const notifications = controlClient(first.baseUrl, NotificationService, admin.session)
  await notifications.createChannel({ name: 'hook', kind: ChannelKind.WEBHOOK, url: receiver.url })
  expect((await open(first.baseUrl, 'before it was looked for')).status).toBe(201)
  expect(await first.end('SIGKILL')).toBe('SIGKILL')

  // The receiver takes the call and does not answer: what it was sent has no outcome.
  const second = await serve(env)
  expect((await open(second.baseUrl, 'while it was sent')).status).toBe(201)
  await expect.poll(() => receiver.calls.length, WAIT).toBeGreaterThan(0)
  const cut = receiver.calls[0]!
  expect(await second.end('SIGKILL')).toBe('SIGKILL')

  receiver.answers((_, response) => response.writeHead(204).end())
  await sql(before.databaseUrl, 'update ledger.notifications set lease_until = now() where lease is not null')
  const third = await serve(env)
  const states = () =>
    sql<{ state: string; n: number }>(
      before.databaseUrl,
      'select state, count(*)::int as n from ledger.notifications group by state',
    )
  await expect.poll(states, WAIT).toEqual([{ state: 'sent', n: 2 }])
  const again = receiver.calls.filter(({ headers }) => headers['webhook-id'] === cut.headers['webhook-id'])
  expect(again.length).toBeGreaterThan(1)
  expect(new Set(again.map(({ body }) => body)).size).toBe(1)
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(await third.end('SIGTERM')).toBe(0)
  receiver.stop()
  await directory.remove()
})

test('two processes send each notification once, and read each log once', async () => {
  const { at, receiver } = booted
  const other = await bootInstallation({ databaseUrl: at.databaseUrl, env: at.env })
  const { key, admin } = await at.another({ name: 'Twice' })
  const { client, as } = notificationsAs(at, admin.session)
  for (const name of ['/a', '/b', '/c'])
    await client.createChannel(
      { name, kind: ChannelKind.WEBHOOK, url: `${receiver.url}/twice${name}` },
      as('createChannel'),
    )
  const many = Array.from({ length: 20 }, (_, i) =>
    call(at.baseUrl, '/api/v1/incidents', { key, body: { title: `One of many ${i}`, severity: 'low' } }),
  )
  await Promise.all(many)
  const settled = async () =>
    (await listedNotifications({ client, as })).filter(({ state }) => state === NotificationState.SENT)
  await expect.poll(async () => (await settled()).length, WAIT).toBe(60)
  const calls = receiver.calls.filter(({ path }) => path.startsWith('/twice'))
  expect(calls).toHaveLength(60)
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  await other.stop()
})

test('a failed notification is retried, and given up after a day, in log, record and audit entry', async () => {
  const { at, receiver, logged } = booted
  receiver.answers((received, response) => response.writeHead(received.path === '/down' ? 503 : 204).end())
  const { id: org, admin } = await at.another({ name: 'Down' })
  const { client, as } = notificationsAs(at, admin.session)
  const { channel } = await client.createChannel(
    { name: 'down', kind: ChannelKind.WEBHOOK, url: `${receiver.url}/down` },
    as('createChannel'),
  )
  const { notification } = await client.testChannel({ id: channel!.id }, as('testChannel'))
  const now = async () =>
    (await client.getNotification({ id: notification!.id }, as('getNotification'))).notification!
  await expect.poll(async () => (await now()).problem, WAIT).toBe('answered with status 503')
  expect(await now()).toMatchObject({ state: NotificationState.WAITING, attempts: 1 })
  expect((await now()).nextAttemptAt!.seconds).toBeGreaterThan((await now()).createdAt!.seconds)
  const due = 'update ledger.notifications set next_at = now() where org_id = $1'
  await sql(at.databaseUrl, due, [org])
  await expect.poll(async () => (await now()).attempts, WAIT).toBe(2)

  const longAgo =
    "update ledger.notifications set next_at = now(), created_at = now() - interval '25 hours' where org_id = $1"
  await sql(at.databaseUrl, longAgo, [org])
  await expect.poll(async () => (await now()).state, WAIT).toBe(NotificationState.GAVE_UP)
  const [entry] = await sql<{ entry: string }>(
    at.databaseUrl,
    `select e.entry from ledger.notification_records r
     join ledger.entries e on e.org_id = r.org_id and e.id = r.entry_id where r.org_id = $1`,
    [org],
  )
  expect(JSON.parse(entry!.entry)).toMatchObject({
    ...{ operation: 'sendNotification', outcome: 'failed', code: 'not_delivered' },
    receipts: [{ type: 'notifications', count: 1 }],
  })
  expect(logged.join('')).toContain('notification given up')
})

test('when too many notifications wait, one digest counts further events of a kind', async () => {
  const { at, receiver } = booted
  receiver.answers((received, response) => response.writeHead(received.path === '/flood' ? 503 : 204).end())
  const { id: org, admin, key } = await at.another({ name: 'Flood' })
  const { client, as } = notificationsAs(at, admin.session)
  await client.createChannel(
    { name: 'flood', kind: ChannelKind.WEBHOOK, url: `${receiver.url}/flood` },
    as('createChannel'),
  )
  // They count the incidents that came while the receiver was down.
  await sql(
    at.databaseUrl,
    `insert into ledger.notifications (org_id, id, channel_id, key, event, title, text, data, next_at)
     select $1, gen_random_uuid(), (select id from ledger.notification_channels where org_id = $1), 'earlier ' || n,
       'incident.opened', 'earlier', 'earlier', '{}', now() + interval '1 day' from generate_series(1, 200) n`,
    [org],
  )
  for (let i = 0; i < 3; i += 1)
    await call(at.baseUrl, '/api/v1/incidents', {
      key,
      body: { title: `Of the flood ${i}`, severity: 'low' },
    })
  const counted = () =>
    sql<{ n: number }>(
      at.databaseUrl,
      'select sum(count)::int as n from ledger.notifications where org_id = $1 and is_digest',
      [org],
    )
  await expect.poll(counted, WAIT).toEqual([{ n: 3 }])
})

test('the operator announces a deprecation to every administrator by e-mail, and only once', async () => {
  const { at, mail } = booted
  const { admin } = await at.another({ name: 'Announced' })
  const { client } = notificationsAs(at, admin.session)
  const announcement = {
    ...{ apiVersion: 'v1', link: 'https://attestry.example/v2' },
    deprecatedAt: { seconds: 1_893_456_000n, nanos: 0 },
    sunsetAt: { seconds: 1_924_992_000n, nanos: 0 },
  }
  const announce = (more = {}) =>
    client.announceDeprecation(
      { ...announcement, ...more },
      asCaller(operatorCaller('announceDeprecation', systemClock.now())),
    )
  const { queued } = await announce()
  expect(queued).toBeGreaterThanOrEqual(2)
  const [{ n }] = (await sql<{ n: number }>(
    at.databaseUrl,
    `select count(*)::int as n from ledger.users where role = 'admin' and status = 'active'`,
  )) as [{ n: number }]
  expect(queued).toBe(n)
  const announcements = () => mail.mails.filter(({ source }) => source.includes('API v1 is deprecated'))
  await expect.poll(() => announcements().length, WAIT).toBe(queued)
  expect(announcements().map(({ to }) => to.join())).toContain(admin.email)
  expect((await announce()).queued).toBe(0)
  await expect(announce({ sunsetAt: announcement.deprecatedAt })).rejects.toThrow()
  await expect(announce({ link: 'http://attestry.example' })).rejects.toThrow()
})

test.each([
  ['a private address', { url: 'https://10.0.0.1/x' }, 'the address is not public'],
  ['the metadata service', { url: 'https://169.254.169.254/latest' }, 'the address is not public'],
  ['an IPv4 address in IPv6', { url: 'https://[::ffff:10.1.2.3]/x' }, 'the address is not public'],
])('a channel with %s is never connected to, and the notification says so', async (_, more, problem) => {
  const { at } = booted
  const { admin } = await at.another({ name: 'Reaching' })
  const { client, as } = notificationsAs(at, admin.session)
  const { channel } = await client.createChannel(
    { name: 'one', kind: ChannelKind.WEBHOOK, ...more },
    as('createChannel'),
  )
  await client.testChannel({ id: channel!.id }, as('testChannel'))
  await expect
    .poll(async () => (await listedNotifications({ client, as }))[0]?.problem, WAIT)
    .toContain(problem)
})

test.each([
  [{ kind: ChannelKind.WEBHOOK, url: 'http://example.com/' }, 'https'],
  [{ kind: ChannelKind.WEBHOOK, url: 'https://user:pass@example.com/' }, 'user or password'],
  [{ kind: ChannelKind.SLACK, url: 'ftp://example.com/' }, 'https'],
  [{ kind: ChannelKind.SLACK, url: '' }, 'is required'],
  [{ kind: ChannelKind.SLACK, url: `https://example.com/${'x'.repeat(2000)}` }, 'at most 2000'],
  [{ kind: ChannelKind.EMAIL }, 'at least one address'],
  [{ kind: ChannelKind.EMAIL, recipients: ['no address'] }, 'e-mail address'],
  [{ kind: ChannelKind.EMAIL, recipients: ['a@b.example\r\nBcc: c@d.example'] }, 'e-mail address'],
  [{ kind: ChannelKind.EMAIL, recipients: ['a@b.example'], events: ['nothing'] }, 'must be among'],
  [{ kind: ChannelKind.EMAIL, recipients: ['a@b.example'], remindHours: [0] }, 'from 1 to 720'],
  [{ kind: 77 as ChannelKind }, 'must be one of'],
])('an invalid channel is refused, and the error names the field: %j', async (request, message) => {
  const { client, as } = notificationsAs(booted.at, booted.at.organization.admin.session)
  const refused = client.createChannel({ name: 'one', ...request }, as('createChannel'))
  await expect(refused).rejects.toSatisfy((error) => JSON.stringify(detailsOf(error), big).includes(message))
})

test('a notification is sent over TLS only to a certificate with the right name and a known authority', async () => {
  const validity = { from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000_000) }
  const authority = await makeAuthority('x', validity)
  const { certificate, key } = await issue(authority, 'y', ['localhost'], validity)
  let calls = 0
  const tls = createServer({ cert: certificate, key }, (_, response) => {
    calls += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const { port } = tls.address() as AddressInfo
  const to = (host: string) => ({ url: new URL(`https://${host}:${port}/`), headers: {}, body: '{}' })
  const sent = (host: string) =>
    post({ rule: (address) => address === '127.0.0.1' || address === '::1' }, to(host))
  await expect(sent('localhost')).rejects.toThrow('the certificate is not accepted')
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, authority.certificate])
  await expect(sent('127.0.0.1')).rejects.toThrow('the certificate is not accepted')
  expect(calls).toBe(0)
  await sent('localhost')
  expect(calls).toBe(1)
  setDefaultCACertificates(known)
  tls.close()
})

function detailsOf(error: unknown): unknown {
  return ConnectError.from(error).findDetails(ErrorDetailSchema)
}

const big = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
const WAIT = { timeout: 120_000, interval: 100 }
