import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSnapshot, type Snapshot } from '../../services/evidence/store/snapshot.ts'
import { RECORD_OWNERS, type RecordType } from '../../services/kernel/audit/record-types.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { sql } from '../harness/database.ts'
import { planned, recordingStatements } from '../harness/plans.ts'
import { grownOrganization, sparseStatistics } from '../state/support/grown.ts'
import { world } from '../state/support/world.ts'

/** A look-up in the wrong index reads a million rows. */
const ROWS = 1000
const FEW = 10
const TYPES = Object.keys(RECORD_OWNERS) as RecordType[]

let url: string
let db: Database
let organization: string
beforeAll(async () => {
  const { at, organization: small } = await world()
  url = at.databaseUrl
  await at.stop()
  await sparseStatistics(url)
  organization = await grownOrganization(url, small.id, ROWS)
  db = await openDatabase({ url, service: 'evidence', entities: [], log: silentLog })
})
afterAll(async () => {
  await db?.close()
})

/** The statements of an export, and how many rows and pages each of them goes through as it is planned there. */
async function readBy(work: (snapshot: Snapshot) => Promise<unknown>) {
  const noted = recordingStatements(db)
  const snapshot = await openSnapshot(noted, organization)
  await work(snapshot)
  snapshot.close()
  const settings: string[] = []
  const read: { text: string; rows: number; pages: number }[] = []
  for (const { text: sent, values = [] } of noted.sent) {
    const text = sent.replace(/^copy \((.*)\) to stdout \([^)]*\)$/s, '$1')
    if (/^begin|^set local/.test(text))
      settings.push(text.replace('begin isolation', 'set transaction isolation'))
    else read.push({ text, ...(await planned(url, { text, values }, settings)) })
  }
  return read
}

const drain = async (lines: AsyncGenerator<unknown>) => {
  for await (const _ of lines);
}

test('an export looks each leaf up in the index by entry, of several that begin with the organization', async () => {
  const whole = { first: 0, end: ROWS }
  for (const type of TYPES) {
    const [streamed] = await readBy((snapshot) => drain(snapshot.records(whole, type)))
    expect(streamed!.rows, type).toBeLessThan(FEW * ROWS)
    expect(streamed!.pages, type).toBeLessThan(FEW * ROWS)
  }
  const [sized] = await readBy((snapshot) => snapshot.sizes(whole))
  expect(sized!.rows).toBeLessThan(FEW * TYPES.length * ROWS)
  expect(sized!.pages).toBeLessThan(FEW * TYPES.length * ROWS)
  const [most] = await readBy((snapshot) => snapshot.sizes({ first: 0, end: 20 * ROWS }))
  expect(most!.rows).toBeLessThan(FEW * TYPES.length * ROWS)
})

test('an export finds the leaves of an incident, of a time and of their indices in a few passes', async () => {
  const asked = 'select id from ledger.incidents where org_id = $1 limit 1'
  const [incident] = await sql<{ id: string }>(url, asked, [organization])
  const read = await readBy(async (snapshot) => {
    await snapshot.organizationName()
    await snapshot.range(ROWS, new Date(0), null)
    expect((await snapshot.incident(ROWS, incident!.id)).length).toBeGreaterThan(0)
    await snapshot.texts([1, 2, 3])
    await drain(snapshot.entries({ first: 0, end: ROWS }))
  })
  expect(read).toHaveLength(5)
  expect(read.filter(({ rows }) => rows >= FEW * ROWS)).toEqual([])
})
