import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { readPageInParts } from '../../services/kernel/lists/paging.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { incidentRecords } from '../../services/ledger/domain/incidents/incident.ts'
import { ENTRIES_OF } from '../../services/ledger/store/entries-of.ts'
import { catchUpStep } from '../../services/ledger/store/incidents/catch-up-step.ts'
import { countRows, findRows } from '../../services/ledger/store/lists/find.ts'
import { notificationStore } from '../../services/ledger/store/notifications/notifications.ts'
import { fill } from '../bench/scenarios/incident-search.ts'
import { cloneDatabase, sql } from '../harness/database.ts'
import { recordingStatements, rowsReadByEach } from '../harness/plans.ts'

/** Incidents, each with ten overdue obligations, except the newest LEFT. */
const COUNT = 6000
const LEFT = 100
const org = '018f0000-0000-7000-8000-000000000001'
const channel = '018f0000-0000-7000-8000-000000000002'
const incident = '018f0000-0000-7000-8000-000000000003'

let url: string
let db: Database
beforeAll(async () => {
  url = await cloneDatabase(inject('clusterUrl'))
  db = await openDatabase({ url, service: 'ledger', entities: [], log: silentLog })
  await fill({ databaseUrl: url, organizationId: org }, COUNT)
  await sql(
    url,
    `insert into ledger.obligations (org_id, incident_id, place, phase, sort_at, settings_version, obligation)
     select org_id, id, place, 'dated', now() - interval '1 day', 0, '{}'
     from (select org_id, id from ledger.incidents where org_id = $1 order by id limit $2) i, generate_series(0, 9) place`,
    [org, COUNT - LEFT],
  )
  await sql(
    url,
    `insert into ledger.notifications (org_id, id, channel_id, key, event, title, text, data, state)
     select $1, gen_random_uuid(), $2, n::text, 'incident.created', '', '', '{}', case n when 1 then 'gave_up' else 'sent' end
     from generate_series(1, ${COUNT}) n`,
    [org, channel],
  )
  await sql(
    url,
    `insert into ledger.incident_deliveries select $1, $2, gen_random_uuid(), $3 from generate_series(1, ${COUNT})`,
    [org, incident, channel],
  )
  await sql(url, 'analyze')
})
afterAll(() => db?.close())

/** How many rows the statements read that some work sends. */
async function readBy(work: (db: Database) => Promise<unknown>): Promise<number> {
  const noted = recordingStatements(db)
  await work(noted)
  expect(noted.sent).not.toEqual([])
  return (await rowsReadByEach(url, noted.sent)).reduce((sum, { rows }) => sum + rows, 0)
}

const overdue = (is: boolean) => ({ overdue: { is, at: new Date() } })
const list = { organizationId: org, type: 'incidents' as const, order: 'newest' as const, cursor: undefined }

test('obligations under the newest settings are not read to find those under earlier ones', async () => {
  expect(await readBy((noted) => catchUpStep(noted, org, new Date()))).toBeLessThan(100)
})

test('a page of incidents without overdue reports reads the obligations of the rows that it reads', async () => {
  const rows = await readBy((noted) => findRows(noted, { ...list, filter: overdue(false), limit: 50 }))
  expect(rows).toBeLessThan(2 * COUNT)
})

test('incidents without overdue reports are counted among the newest ones alone', async () => {
  const asked = { ...list, filter: overdue(false) }
  expect(await countRows(db, asked, 10_000)).toEqual({ count: LEFT, more: false })
  expect(await countRows(db, asked, 10_000, 500)).toEqual({ count: LEFT, more: true })
  expect(await countRows(db, asked, LEFT - 1)).toEqual({ count: LEFT - 1, more: true })
  expect(await countRows(db, { ...list, filter: overdue(true) }, 10_000)).toEqual({
    count: COUNT - LEFT,
    more: false,
  })
  expect(await readBy((noted) => countRows(noted, asked, 10_000, 500))).toBeLessThan(COUNT / 2)
})

test('a page ends after so many rows that do not match, and the next one continues there', async () => {
  const seen: string[] = []
  let pages = 0
  for (let before: string | undefined; ; pages++) {
    const { rows, nextCursor } = await readPageInParts(
      { limit: 70, before },
      (limit, cursor) => findRows(db, { ...list, filter: overdue(false), limit, cursor }, 2000),
      incidentRecords.read,
      undefined,
    )
    seen.push(...rows.map(({ id }) => id))
    if (nextCursor === '') break
    before = nextCursor
  }
  expect(pages).toBeGreaterThan(1)
  const newest = await sql<{ id: string }>(
    url,
    'select id from ledger.incidents where org_id = $1 order by id desc limit $2',
    [org, LEFT],
  )
  expect(seen).toEqual(newest.map(({ id }) => id))
})

test.each([undefined, channel])('notifications in a state are read alone: channel %s', async (channelId) => {
  const asked = { limit: 50, before: undefined, channelId, subjectId: undefined, state: 'gave_up' }
  expect(await notificationStore(db).page(org, asked)).toHaveLength(1)
  expect(await readBy((noted) => notificationStore(noted).page(org, asked))).toBeLessThan(10)
})

test('the newest entries of an incident are read without its older ones', async () => {
  const [read] = await rowsReadByEach(url, [{ text: ENTRIES_OF, values: [org, incident, 10] }])
  expect(read!.rows).toBeLessThan(COUNT / 10)
})

test('an entry that settled many notifications about an incident counts once among its newest entries', async () => {
  const subject = '018f0000-0000-7000-8000-000000000004'
  const entries = [1, 2].map((n) => `018f0000-0000-7000-9000-00000000000${n}`)
  await sql(
    url,
    `insert into ledger.notification_records (org_id, id, entry_id, record)
     select $1, gen_random_uuid(), case n when 1 then $3 else $4 end::uuid, json_build_object('subject_id', $2::uuid)
     from generate_series(1, 4) n`,
    [org, subject, ...entries],
  )
  const rows = await db.query({ text: ENTRIES_OF, values: [org, subject, 2] })
  expect(rows).toEqual(entries.toReversed().map((entry_id) => ({ entry_id })))
})
