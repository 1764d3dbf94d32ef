import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../services/kernel/clock.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { lastRecorded } from '../../services/ledger/store/log/last-recorded.ts'
import { StatementRecorder } from '../../services/ledger/store/log/record-statements.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { recordingStatements, rowsRead } from '../harness/plans.ts'
import { appendEntries, everyEntryPlaced } from './support.ts'

let at: TestInstallation
let db: Database
beforeAll(async () => {
  at = await bootInstallation()
  await sql(at.databaseUrl, 'analyze')
  db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
})
afterAll(async () => {
  await db?.close()
  await at?.stop()
})

const { signal } = new AbortController()
const sizeOf = async (organizationId: string): Promise<number> => {
  await everyEntryPlaced(at.databaseUrl)
  const text = 'select size from ledger.trees where org_id = $1'
  return Number((await sql<{ size: string }>(at.databaseUrl, text, [organizationId]))[0]!.size)
}
/** A statement about a checkpoint, which arrived so long ago that it is certain what came before. */
const arrives = (organizationId: string, size: number) =>
  sql(
    at.databaseUrl,
    `insert into ledger.checkpoint_statements (org_id, size, kid, kind, source, statement, received_at)
     values ($1, $2, 'k', 'timestamp', 's', 'signed', now() - interval '2 seconds')`,
    [organizationId, size],
  )
const recordedIn = async (organizationId: string): Promise<number> => {
  const text = `select count(*)::int as n from ledger.entries
    where org_id = $1 and entry::jsonb ->> 'operation' = 'recordStatements'`
  return (await sql<{ n: number }>(at.databaseUrl, text, [organizationId]))[0]!.n
}

test('the last recorded statement of a log is searched in windows from the end, not before the first statement', async () => {
  const { id } = await at.another()
  await appendEntries(at.databaseUrl, id, 1000)
  const size = await sizeOf(id)
  await arrives(id, 300)
  const window = 100
  const asked = recordingStatements(db)
  expect(await lastRecorded(asked, id, size, { signal, window })).toEqual({
    until: '-infinity',
    entryId: null,
  })
  const windows = asked.sent.slice(1)
  expect(windows.map(({ values }) => values![1])).toEqual([902, 802, 702, 602, 502, 402, 302, 300])
  for (const statement of windows) expect(await rowsRead(at.databaseUrl, statement)).toBeLessThan(5 * window)

  await new StatementRecorder(db, systemClock).record(signal)
  expect(await recordedIn(id)).toBe(1)
  await appendEntries(at.databaseUrl, id, 250)
  const grown = await sizeOf(id)
  const { until, entryId } = await lastRecorded(db, id, grown, { signal, window })
  const text = `select entry::jsonb #>> '{details,until}' as until from ledger.entries where org_id = $1 and id = $2`
  expect(await sql(at.databaseUrl, text, [id, entryId])).toEqual([{ until }])
})

test('two SQL statements serve all logs that wait to grow; a log that has grown is read again', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await at.another()).id)
  await everyEntryPlaced(at.databaseUrl)
  for (const id of ids) await arrives(id, 1)
  const asked = recordingStatements(db)
  const recorder = new StatementRecorder(asked, systemClock)
  const statementsOf = async (): Promise<number> => {
    asked.sent.length = 0
    await recorder.record(signal)
    return asked.sent.length
  }
  await statementsOf()
  await everyEntryPlaced(at.databaseUrl)
  // Each log's newest leaf is the entry that names its first statement.
  for (const id of ids) await arrives(id, 2)
  expect(await statementsOf()).toBe(3)
  expect(await statementsOf()).toBe(2)
  expect(await Promise.all(ids.map(recordedIn))).toEqual([1, 1, 1])

  await appendEntries(at.databaseUrl, ids[0]!, 1)
  await everyEntryPlaced(at.databaseUrl)
  await recorder.record(signal)
  expect(await Promise.all(ids.map(recordedIn))).toEqual([2, 1, 1])
})
