import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { lostExports } from '../../services/evidence/store/lost-exports.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { cloneDatabase, sql } from '../harness/database.ts'
import { recordingStatements, rowsReadByEach } from '../harness/plans.ts'

const COUNT = 3000
const org = '018f0000-0000-7000-8000-000000000001'
const clock = { now: () => new Date('2026-06-02T00:00:00Z') }

let url: string
let db: Database
beforeAll(async () => {
  url = await cloneDatabase(inject('clusterUrl'))
  db = await openDatabase({ url, service: 'evidence', entities: [], log: silentLog })
  await begun(`'2026-06-01T00:00:00Z'::timestamptz + n * interval '1 second'`, COUNT, '1, 2')
  await sql(url, 'analyze')
})
afterAll(() => db?.close())

/** Packages with ids of these times, `n` from 1 to `count`. */
async function begun(at: string, count: number, versions: string): Promise<void> {
  await sql(
    url,
    `with packages as materialized (select uuidv7(${at} - now()) as id from generate_series(1, $2::int) n)
     insert into evidence.exports (org_id, id, version, entry_id, position, record)
     select $1, id, version, gen_random_uuid(), 0, '{"tree_size":1,"status":"started"}'
     from packages, unnest(array[${versions}]) version`,
    [org, count],
  )
}

test('packages that ended are read once, not at each look for lost ones', async () => {
  const noted = recordingStatements(db)
  const lost = lostExports(noted, clock, expect.unreachable)
  expect(await lost.end()).toBe(0)
  expect(noted.sent.length).toBeGreaterThan(1)
  noted.sent.length = 0
  expect(await lost.end()).toBe(0)
  const read = await rowsReadByEach(url, noted.sent)
  expect(read).toHaveLength(1)
  expect(read[0]!.rows).toBeLessThan(10)
})

test('packages that were begun since the last look are found, also with ids below the newest', async () => {
  const found: string[] = []
  const lost = lostExports(db, clock, (id) => found.push(id))
  expect(await lost.end()).toBe(0)
  await begun(`'2026-06-01T23:59:00Z'::timestamptz`, 1, '1')
  await lost.end()
  await begun(`'2026-06-01T23:30:00Z'::timestamptz`, 1, '1')
  await lost.end()
  const [row] = await sql<{ ended: number }>(
    url,
    `select count(*)::int as ended from evidence.exports where version = 2 and record like '%"failed"%'`,
  )
  expect([found, row!.ended]).toEqual([[], 2])
})
