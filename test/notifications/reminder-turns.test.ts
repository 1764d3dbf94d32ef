import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import type { Database } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { catchUp } from '../../services/ledger/store/incidents/catch-up.ts'
import { KEY_REMINDERS } from '../../services/ledger/store/notifications/remind-keys.ts'
import { OBLIGATION_REMINDERS } from '../../services/ledger/store/notifications/remind-obligations.ts'
import { reminderPass } from '../../services/ledger/store/notifications/reminder-pass.ts'
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

const deps = () => ({ db, clock: systemClock, log: silentLog })

test('an organization with many due obligations is handled a page at a time, and others get their turn', async () => {
  const [many, few] = await inOrder()
  await overdue(many, 12)
  await overdue(few, 1)
  await channelOf(many)
  await channelOf(few)
  const step = reminderPass(deps(), OBLIGATION_REMINDERS, { organizations: 1, page: 5 })
  const queued: number[][] = []
  for (let pass = 0; pass < 3; pass++) {
    while (await step());
    queued.push([await waitingOf(many), await waitingOf(few)])
  }
  expect(queued).toEqual([
    [5, 1],
    [10, 1],
    [12, 1],
  ])
  // A new one is found in the pages before it, which have been told of.
  await overdue(few, 1)
  await overdue(many, 1)
  for (let pass = 0; pass < 12; pass++) while (await step());
  expect([await waitingOf(many), await waitingOf(few)]).toEqual([13, 2])
})

test('expiring keys are handled a page at a time', async () => {
  const [one] = await inOrder()
  for (let n = 0; n < 7; n++) await one.makeKey({ name: `key ${n}` })
  await sql(
    at.databaseUrl,
    `update ledger.api_keys set expires_at = now() + interval '20 hours' where org_id = $1 and name like 'key %'`,
    [one.id],
  )
  await channelOf(one)
  const step = reminderPass(deps(), KEY_REMINDERS, { organizations: 25, page: 3 })
  const queued: number[] = []
  for (let pass = 0; pass < 4; pass++) {
    while (await step());
    queued.push(await waitingOf(one))
  }
  // The first page has the organization's first key, which has no end.
  expect(queued).toEqual([2, 5, 7, 7])
})

test('reminders of one organization that cannot be queued do not block others', async () => {
  const [refused, other] = await inOrder()
  for (const one of [refused, other]) {
    await overdue(one, 1)
    await channelOf(one)
  }
  const table = 'alter table ledger.notifications'
  await sql(at.databaseUrl, `${table} add constraint refuses check (org_id <> '${refused.id}') not valid`)
  try {
    const step = reminderPass(deps(), OBLIGATION_REMINDERS)
    while (await step());
    expect(await waitingOf(other)).toBe(1)
  } finally {
    await sql(at.databaseUrl, `${table} drop constraint refuses`)
  }
})

test('every page of an organization gets its turn beside one with unreadable obligations', async () => {
  const [broken, many] = await inOrder()
  await overdue(broken, 1)
  // Each has a report that is due later, too: two pages.
  await overdue(many, 4)
  await channelOf(broken)
  await channelOf(many)
  await sql(at.databaseUrl, "update ledger.obligations set obligation = '{' where org_id = $1", [broken.id])
  const step = reminderPass(deps(), OBLIGATION_REMINDERS, { organizations: 25, page: 5 })
  for (let pass = 0; pass < 4; pass++) while (await step());
  expect(await waitingOf(many)).toBe(4)
})

/** Two new organizations, by their ids. */
async function inOrder(): Promise<[TestOrganization, TestOrganization]> {
  const [one, other] = [await at.another(), await at.another()]
  return one.id < other.id ? [one, other] : [other, one]
}

/** Incidents each of which has one report that is overdue. */
async function overdue({ id, key }: TestOrganization, count: number): Promise<void> {
  const detected_at = new Date(Date.now() - 30 * 3_600_000).toISOString()
  for (let n = 0; n < count; n++) {
    const body = { title: `Late ${n}`, severity: 'critical', regulation: 'nis2', detected_at }
    expect((await call(at.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
  }
  await catchUp(db, id, new Date())
}

async function channelOf({ admin }: TestOrganization): Promise<void> {
  const { client, as } = notificationsAs(at, admin.session)
  const url = 'https://receiver.example/'
  await client.createChannel(
    { name: 'hook', kind: ChannelKind.WEBHOOK, url, events: ['obligation.overdue', 'key.expiring'] },
    as('createChannel'),
  )
}

async function waitingOf({ id }: TestOrganization): Promise<number> {
  const [row] = await sql<{ n: number }>(
    at.databaseUrl,
    "select count(*)::int as n from ledger.notifications where org_id = $1 and state = 'waiting'",
    [id],
  )
  return row!.n
}
