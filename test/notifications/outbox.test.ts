import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../services/kernel/database/database.ts'
import { CLAIM, WAITS } from '../../services/ledger/store/notifications/claim.ts'
import { outbox } from '../../services/ledger/store/notifications/outbox.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWithoutNotifier } from './support/boot.ts'

let at: TestInstallation
let db: Database
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ at, db, stop } = await bootWithoutNotifier())
})
afterAll(() => stop())

test('a claim where no notification waits makes no plan of the statement that claims', async () => {
  const asked: string[] = []
  const query: Database['query'] = (statement) => {
    asked.push(statement.text)
    return db.query(statement)
  }
  const claimed = await outbox({ ...db, query }).claim({
    limit: 8,
    mails: 8,
    perOrganization: 4,
    leaseSeconds: 600,
  })
  expect([claimed, asked]).toEqual([[], [WAITS]])
})

test('mails to people count toward their organization’s limit, and a person gets one at a time', async () => {
  const { id } = await at.another()
  const people = Array.from({ length: 6 }, () => crypto.randomUUID())
  await sql(
    at.databaseUrl,
    `insert into ledger.notifications (org_id, id, user_id, key, event, title, text, data)
     select $1, gen_random_uuid(), person, concat(person, n), 'api.deprecated', 'x', 'x', '{}'
     from unnest($2::uuid[]) as person, generate_series(1, 3) as n`,
    [id, people],
  )
  const claim = (perOrganization: number) =>
    outbox(db).claim({ limit: 8, mails: 8, perOrganization, leaseSeconds: 600 })
  expect(await claim(4)).toHaveLength(4)
  expect(await claim(4)).toEqual([])
  expect(await claim(8)).toHaveLength(2)
  expect(await claim(8)).toEqual([])
})

test('the rows that a claim reads do not grow with what waits for a receiver', async () => {
  const { id } = await at.another()
  const [receiver, lease] = [crypto.randomUUID(), crypto.randomUUID()]
  await sql(
    at.databaseUrl,
    `insert into ledger.notifications (org_id, id, channel_id, key, event, title, text, data)
     select $1, gen_random_uuid(), $2, 'due ' || n, 'incident.opened', 'x', 'x', '{}' from generate_series(1, 3000) n`,
    [id, receiver],
  )
  await sql(at.databaseUrl, 'analyze ledger.notifications', [])
  const rowsOf = async (statement: string, values: unknown[] = []) => {
    const [plan] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      at.databaseUrl,
      `explain (analyze, format json) ${statement}`,
      values,
    )
    const nodes = nodesOf(plan!['QUERY PLAN'][0].Plan)
    return Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))
  }
  expect(await rowsOf(WAITS)).toBe(1)
  const claimed = await rowsOf(CLAIM, [8, lease, 600, 4, '00000000-0000-0000-0000-000000000000', 8])
  expect(claimed).toBeGreaterThan(0)
  expect(claimed).toBeLessThan(300)
})

test('however many organizations have only e-mails to send, a claim without e-mails finds what is not one', async () => {
  const [hook, channel] = ['ffffffff-0000-4000-8000-000000000000', crypto.randomUUID()]
  await sql(
    at.databaseUrl,
    `insert into ledger.notification_channels
       (org_id, id, name, kind, events, recipients, origin, remind_hours, version, created_at)
     values ($1, $2, 'x', 'webhook', '{}', '{}', '', '{}', 1, now())`,
    [hook, channel],
  )
  await sql(
    at.databaseUrl,
    `insert into ledger.notifications (org_id, id, channel_id, user_id, key, event, title, text, data)
     select org, gen_random_uuid(), channel, person, 'x', 'api.deprecated', 'x', 'x', '{}' from (
       select gen_random_uuid() as org, null::uuid as channel, gen_random_uuid() as person from generate_series(1, 100)
       union all select $1, $2, null) as one`,
    [hook, channel],
  )
  const claim = (mails: number) =>
    outbox(db).claim({ limit: 8, mails, perOrganization: 4, leaseSeconds: 600 })
  expect(await claim(0)).toMatchObject([{ org_id: hook, is_mail: false }])
  expect((await claim(3)).map(({ is_mail }) => is_mail)).toEqual([true, true, true])
})

type Plan = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
