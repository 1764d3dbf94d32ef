import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { STATE_RULES } from '../../gateway/cli/process/state-rules.ts'
import type { Snapshot } from '../../services/evidence/store/snapshot.ts'
import { RECORD_OWNERS, type RecordType } from '../../services/kernel/audit/record-types.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { entryList } from '../../services/ledger/store/entry-list.ts'
import { type LogSnapshot, withSnapshot } from '../../services/ledger/store/log/snapshot.ts'
import { tileStore } from '../../services/ledger/store/log/tiles.ts'
import { findEvents } from '../../services/ledger/store/notifications/find-events.ts'
import { plansOfExport } from '../evidence/support/plans-of-export.ts'
import { createDatabase, sql } from '../harness/database.ts'
import { recordingStatements, rowsReadByEach } from '../harness/plans.ts'
import { grownOrganization, sparseStatistics } from './support/grown.ts'
import { world } from './support/world.ts'

/** A quadratic plan reads a million rows, or a hundred times as many as there are where a check ends with its hundredth finding. */
const ROWS = 1000
const LINEAR = 50 * ROWS
/** Entries that something is read for. */
const SOME = 100

let url: string
let db: Database
let organization: string

/** The statements that verification sends for some work, and how many rows each of them goes through as it is planned there. */
async function readBy(work: (snapshot: LogSnapshot) => Promise<unknown>) {
  const noted = recordingStatements(db)
  await withSnapshot(noted, organization, work)
  const [begin, ...sent] = noted.sent
  const asked = sent.filter(({ text }) => !/^(commit|fetch|close|savepoint)/.test(text))
  return rowsReadByEach(url, asked, [begin!.text.replace('begin isolation', 'set transaction isolation')])
}

const above = (limit: number, read: { text: string; rows: number }[]) =>
  read.filter(({ rows }) => rows >= limit)

/** One world with statistics of each kind, and an organization that came later. */
const grown = new Map<Kind, { url: string; organization: string }>()
beforeAll(async () => {
  const { at, organization: small } = await world()
  await at.stop()
  const template = new URL(at.databaseUrl).pathname.slice(1)
  for (const [kind, analyze] of KINDS) {
    const url = await createDatabase(inject('clusterUrl'), `${template}_${kind}`, template)
    await analyze(url)
    grown.set(kind, { url, organization: await grownOrganization(url, small.id, ROWS) })
  }
})

type Kind = 'large' | 'many_small'
const KINDS: [Kind, (url: string) => Promise<void>][] = [
  ['large', async (url) => void (await sql(url, 'analyze'))],
  ['many_small', sparseStatistics],
]

describe.each(KINDS)('with statistics of %s organizations', (kind) => {
  beforeAll(async () => {
    ;({ url, organization } = grown.get(kind)!)
    db = await openDatabase({ url, service: 'ledger', entities: [], log: silentLog })
  })
  afterAll(async () => {
    await db?.close()
  })

  test('no check or source of the state reads all rows for each row', async () => {
    const read = await readBy(async (snapshot) => {
      for (const rule of STATE_RULES) {
        if (rule.kind === 'excepted') continue
        for (const { sql } of rule.checks) await snapshot.contradictions(sql)
        if (rule.kind !== 'derived') continue
        await snapshot.sourcesOf(rule)[Symbol.asyncIterator]().next()
        await snapshot.rowsOf(rule)[Symbol.asyncIterator]().next()
      }
      await snapshot.unlogged()
      await snapshot.queue()
      await snapshot.statements()
    })
    expect(read.length).toBeGreaterThan(50)
    expect(above(LINEAR, read)).toEqual([])
  })

  test('the verification counts records and finds unbound ones in a few passes', async () => {
    for (const rule of STATE_RULES)
      if (rule.kind === 'records') {
        const counted = await readBy(async (snapshot) => {
          await snapshot.countRecords(rule)
          await snapshot.unboundRecords(rule)
        })
        expect(above(LINEAR, counted), rule.table).toEqual([])
      }
  })

  test('tiles, the finder of events and lists read only the entries that they need', async () => {
    const noted = recordingStatements(db)
    expect(await tileStore(noted).entries(organization, 0, SOME)).toHaveLength(SOME)
    const row = 'insert into ledger.notification_cursors (org_id, next_index) values ($1, 0)'
    await sql(url, row, [organization])
    expect(await findEvents({ db: noted, clock: systemClock }, organization, { entries: SOME })).toBe(SOME)
    const filter = { at: { since: undefined, until: undefined }, search: [] } as unknown as Parameters<
      ReturnType<typeof entryList>['list']
    >[1]
    const { entries } = await entryList(noted).after(organization, filter, SOME, -1n)
    expect(entries).toHaveLength(SOME)
    const asked = { page: { limit: SOME, before: undefined }, order: 'newest' as const, withCount: false }
    expect((await entryList(noted).list(organization, filter, asked)).rows).toHaveLength(SOME)
    const statements = noted.sent.filter(({ text }) => /ledger\.entries/.test(text))
    expect(statements.length).toBeGreaterThan(3)
    expect(above(20 * ROWS, await rowsReadByEach(url, statements))).toEqual([])
  })
})

describe('an export with statistics of many small organizations', () => {
  const FEW = 10
  const TYPES = Object.keys(RECORD_OWNERS) as RecordType[]
  beforeAll(async () => {
    ;({ url, organization } = grown.get('many_small')!)
    db = await openDatabase({ url, service: 'evidence', entities: [], log: silentLog })
  })
  afterAll(async () => {
    await db?.close()
  })
  const readByExport = (work: (snapshot: Snapshot) => Promise<unknown>) =>
    plansOfExport({ db, url, organization }, work)

  test('looks each leaf up in the index by entry', async () => {
    const whole = { first: 0, end: ROWS }
    for (const type of TYPES) {
      const [streamed] = await readByExport((snapshot) => drain(snapshot.records(whole, type)))
      expect(streamed!.rows, type).toBeLessThan(FEW * ROWS)
      expect(streamed!.pages, type).toBeLessThan(FEW * ROWS)
    }
    const [sized] = await readByExport((snapshot) => snapshot.sizes(whole))
    expect(sized!.rows).toBeLessThan(FEW * TYPES.length * ROWS)
    expect(sized!.pages).toBeLessThan(FEW * TYPES.length * ROWS)
    const [most] = await readByExport((snapshot) => snapshot.sizes({ first: 0, end: 20 * ROWS }))
    expect(most!.rows).toBeLessThan(FEW * TYPES.length * ROWS)
  })

  test('finds the leaves of an incident, a time and their indices in a few passes', async () => {
    const asked = 'select id from ledger.incidents where org_id = $1 limit 1'
    const [incident] = await sql<{ id: string }>(url, asked, [organization])
    const read = await readByExport(async (snapshot) => {
      await snapshot.organizationName()
      await snapshot.range(ROWS, new Date(0), null)
      expect((await snapshot.incident(ROWS, incident!.id)).length).toBeGreaterThan(0)
      await snapshot.texts([1, 2, 3])
      await drain(snapshot.entries({ first: 0, end: ROWS }))
    })
    expect(read).toHaveLength(5)
    expect(read.filter(({ rows }) => rows >= FEW * ROWS)).toEqual([])
  })
})

const drain = async (lines: AsyncGenerator<unknown>) => {
  for await (const _ of lines);
}
