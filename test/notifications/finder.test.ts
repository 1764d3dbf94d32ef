import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import type { Database } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { finder } from '../../services/ledger/notifications/finder.ts'
import { findEvents } from '../../services/ledger/store/notifications/find-events.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { bootWithoutNotifier, notificationsAs } from './support/boot.ts'

let at: TestInstallation
let db: Database
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ at, db, stop } = await bootWithoutNotifier())
})
afterAll(() => stop())

test('a log with much to catch up takes one step a round, so that others get their turn', async () => {
  const long = at.organization
  const short = await at.another()
  for (const [organization, incidents] of [
    [long, 12],
    [short, 1],
  ] as const) {
    await subscribe(organization)
    for (let n = 0; n < incidents; n++) await open(organization)
  }
  await expect.poll(() => countOf('ledger.queue')).toBe(0)
  const round = finder({ db, clock: systemClock, log: silentLog }, { leaves: 5 })

  expect(await round()).toBe(true)
  expect(await countOf('ledger.notifications', short)).toBe(1)
  expect(await incidentsWithObligations(long)).toBeLessThan(12)
  for (let rounds = 0; rounds < 100 && (await round()); rounds++);
  expect(await incidentsWithObligations(long)).toBe(12)
  expect(await countOf('ledger.notifications', long)).toBe(12)
})

test('obligations that could not be written are written in a later round without new entries', async () => {
  const organization = await at.another()
  await subscribe(organization)
  await open(organization)
  await expect.poll(() => countOf('ledger.queue')).toBe(0)
  const round = finder({ db, clock: systemClock, log: silentLog })
  const table = 'alter table ledger.obligations'
  await sql(
    at.databaseUrl,
    `${table} add constraint refuses check (org_id <> '${organization.id}') not valid`,
  )
  try {
    for (let rounds = 0; rounds < 100 && (await round()); rounds++);
    expect(await countOf('ledger.notifications', organization)).toBe(1)
    expect(await incidentsWithObligations(organization)).toBe(0)
    expect(await round()).toBe(false)
  } finally {
    await sql(at.databaseUrl, `${table} drop constraint refuses`)
  }
  await round()
  expect(await incidentsWithObligations(organization)).toBe(1)
})

test('another process writes the obligations that a killed one left out, without new entries', async () => {
  const organization = await at.another()
  await subscribe(organization)
  await open(organization)
  await expect.poll(() => countOf('ledger.queue')).toBe(0)
  // A process that read the events of the log, and ended.
  expect(await findEvents({ db, clock: systemClock }, organization.id)).toBeGreaterThan(0)
  const round = finder({ db, clock: systemClock, log: silentLog })
  await round()
  expect(await incidentsWithObligations(organization)).toBe(1)
})

test('entries with large records are read in portions, and none is left out', async () => {
  const organization = await at.another()
  await subscribe(organization)
  for (let n = 0; n < 3; n++) await open(organization)
  await expect.poll(() => countOf('ledger.queue')).toBe(0)
  const read = (bytes: number) => findEvents({ db, clock: systemClock }, organization.id, { bytes })
  const queued: number[] = []
  for (let more = 1; more > 0; ) {
    more = await read(1)
    queued.push(await countOf('ledger.notifications', organization))
  }
  // The last one finds nothing.
  expect(queued).toEqual([1, 2, 3, 3])
})

test('logs take turns, so that growing ones do not block others', async () => {
  const organizations = [await at.another(), await at.another(), await at.another()]
  const round = finder({ db, clock: systemClock, log: silentLog }, { logs: 1 })
  for (const organization of organizations) await subscribe(organization)
  for (let rounds = 0; rounds < 100 && (await round()); rounds++);
  for (let turn = 0; turn < 6; turn++) {
    // Each of them has grown again before any round.
    for (const organization of organizations) await open(organization)
    await expect.poll(() => countOf('ledger.queue')).toBe(0)
    await round()
  }
  for (const organization of organizations)
    expect(await countOf('ledger.notifications', organization)).toBeGreaterThan(0)
})

test('organizations with obligations to catch up take turns', async () => {
  const organizations = [await at.another(), await at.another(), await at.another()]
  for (const organization of organizations) {
    await subscribe(organization)
    await open(organization)
  }
  await expect.poll(() => countOf('ledger.queue')).toBe(0)
  // A process that read the events of all logs, and ended.
  for (const { id } of organizations) await findEvents({ db, clock: systemClock }, id)
  const round = finder({ db, clock: systemClock, log: silentLog }, { logs: 1 })
  await round()
  const done = await Promise.all(organizations.map(incidentsWithObligations))
  expect(done.filter((count) => count > 0).length).toBeLessThan(2)
  for (let rounds = 0; rounds < 100 && (await round()); rounds++);
  for (const organization of organizations) expect(await incidentsWithObligations(organization)).toBe(1)
})

async function subscribe({ admin }: TestOrganization): Promise<void> {
  const { client, as } = notificationsAs(at, admin.session)
  const url = 'https://receiver.example/'
  await client.createChannel(
    { name: 'hook', kind: ChannelKind.WEBHOOK, url, events: ['incident.opened'] },
    as('createChannel'),
  )
}

async function open({ key }: TestOrganization): Promise<void> {
  const body = { title: 'An incident', severity: 'critical' }
  expect((await call(at.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
}

async function countOf(table: string, organization?: TestOrganization): Promise<number> {
  const only = organization === undefined ? '' : ` where org_id = '${organization.id}'`
  const [row] = await sql<{ n: number }>(at.databaseUrl, `select count(*)::int as n from ${table}${only}`)
  return row!.n
}

async function incidentsWithObligations({ id }: TestOrganization): Promise<number> {
  const [row] = await sql<{ n: number }>(
    at.databaseUrl,
    'select count(distinct incident_id)::int as n from ledger.obligations where org_id = $1',
    [id],
  )
  return row!.n
}
