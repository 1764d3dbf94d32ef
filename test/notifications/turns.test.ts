import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { connected, sql, waitingForLocks } from '../harness/database.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { bootNotifications, notificationsAs } from './support/boot.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
/** Calls of what begins with `held` wait, until they are released. */
let held = ''
const open: ServerResponse[] = []
beforeAll(async () => {
  booted = await bootNotifications()
  booted.receiver.answers((received, response) => {
    if (held !== '' && received.path.startsWith(held)) open.push(response)
    else response.writeHead(204).end()
  })
})
afterAll(() => booted.stop())

test('a slow receiver does not delay another organization’s notification', async () => {
  const { slow, quick } = await neighbours({ slow: 1 })
  held = '/slow-1-'
  await incidentOf(slow)
  await expect.poll(() => open.length).toBe(1)
  const seen = arrivals('/quick-1')
  await incidentOf(quick)
  await seen
  expect(open[0]!.destroyed).toBe(false)
  release()
})

test('an organization with slow receivers has four calls under way, and others get their turn', async () => {
  const { slow, quick } = await neighbours({ slow: 9 })
  held = '/slow-9-'
  await incidentOf(slow)
  await incidentOf(slow)
  await expect.poll(() => open.length).toBeGreaterThan(3)
  const seen = arrivals('/quick-9')
  await incidentOf(quick)
  await seen
  expect(open.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false])
  const [waiting] = await sql<{ n: number }>(
    booted.at.databaseUrl,
    `select count(*)::int as n from ledger.notifications
     where org_id = $1 and state = 'waiting' and lease_until > now()`,
    [slow.id],
  )
  expect(waiting!.n).toBe(4)
  release()
})

test('an organization with many waiting notifications delays another by one turn', async () => {
  const { at, receiver } = booted
  const many = await Promise.all(Array.from({ length: 9 }, () => at.another()))
  for (const one of many) await channelOf(one, `${receiver.url}/much`)
  const other = await at.another()
  await channelOf(other, `${receiver.url}/turn`)
  // The notifications of the others were due long before.
  await sql(
    at.databaseUrl,
    `insert into ledger.notifications (org_id, id, channel_id, key, event, title, text, data, next_at)
     select c.org_id, gen_random_uuid(), c.id, 'waits ' || n, 'incident.opened', 'x', 'x', '{}',
       now() - case c.org_id when $1 then interval '0' else interval '1 hour' end
     from ledger.notification_channels c cross join generate_series(1, 100) n
     where c.org_id = any ($2) or (c.org_id = $1 and n = 1)`,
    [other.id, many.map(({ id }) => id)],
  )
  const started = receiver.calls.length
  await arrivals('/turn')
  const before = receiver.calls.slice(started).findIndex(({ path }) => path === '/turn')
  expect(before).toBeLessThan(100)
})

test('a log that cannot be read stops only its own organization’s notifications', async () => {
  const { slow, quick } = await neighbours({ slow: 2 })
  const { databaseUrl } = booted.at
  await sql(
    databaseUrl,
    `alter table ledger.notifications add constraint no_row check (org_id <> '${slow.id}')`,
  )
  const seen = arrivals('/quick-2')
  await incidentOf(slow)
  await expect.poll(() => booted.logged.join('')).toContain(`"organization_id":"${slow.id}"`)
  await incidentOf(quick)
  await seen
  const late = () => booted.receiver.at('/slow-2-0').length
  expect(late()).toBe(0)
  await sql(databaseUrl, 'alter table ledger.notifications drop constraint no_row')
  await expect.poll(late).toBe(1)
})

test('waiting notifications are sent while events are searched, however long that takes', async () => {
  const { at, receiver } = booted
  const organization = await at.another()
  const { client, as } = notificationsAs(at, organization.admin.session)
  const { channel } = await client.createChannel(
    { name: 'tested', kind: ChannelKind.WEBHOOK, url: `${receiver.url}/tested`, events: ['gate.blocked'] },
    as('createChannel'),
  )
  await connected(at.databaseUrl, async (run) => {
    await run('begin')
    await run('lock table ledger.notification_cursors in access exclusive mode')
    await expect.poll(() => waitingForLocks(at.databaseUrl)).toBeGreaterThan(0)
    await client.testChannel({ id: channel!.id }, as('testChannel'))
    await arrivals('/tested')
    expect(await waitingForLocks(at.databaseUrl)).toBeGreaterThan(0)
    await run('rollback')
  })
})

/** An organization with channels that hold their calls, and one with a channel that is. */
async function neighbours({ slow }: { slow: number }) {
  const { at, receiver } = booted
  const [holding, other] = [await at.another(), await at.another()]
  for (let i = 0; i < slow; i += 1) await channelOf(holding, `${receiver.url}/slow-${slow}-${i}`)
  await channelOf(other, `${receiver.url}/quick-${slow}`)
  return { slow: holding, quick: other }
}

async function channelOf({ admin }: TestOrganization, url: string): Promise<void> {
  const { client, as } = notificationsAs(booted.at, admin.session)
  await client.createChannel(
    { name: url, kind: ChannelKind.WEBHOOK, url, events: ['incident.opened'] },
    as('createChannel'),
  )
}

async function incidentOf({ key }: TestOrganization): Promise<void> {
  const body = { title: 'An incident', severity: 'low' }
  expect((await call(booted.at.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
}

async function arrivals(path: string): Promise<void> {
  await expect.poll(() => booted.receiver.at(path).length).toBe(1)
}

function release(): void {
  held = ''
  for (const response of open.splice(0)) response.writeHead(204).end()
}
