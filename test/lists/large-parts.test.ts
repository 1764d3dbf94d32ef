import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { recordStore } from '../../services/kernel/database/record-store.ts'
import { PART_BYTES, type Part } from '../../services/kernel/lists/part.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import type { ListFilter, ListOrder } from '../../services/ledger/domain/lists/list-filter.ts'
import { triagePage } from '../../services/ledger/store/incidents/triage.ts'
import { listStore } from '../../services/ledger/store/lists/index.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

const COUNT = 60
/** 60 KB in 20,000 characters. */
const DESCRIPTION = '字'.repeat(20_000)
let at: TestInstallation
let ids: string[]
beforeAll(async () => {
  at = await bootInstallation()
  const { key } = at.organization
  ids = []
  for (let n = 0; n < COUNT; n++) {
    const detected_at = new Date(Date.UTC(2026, 0, 1 + ((n * 7) % COUNT))).toISOString()
    const body = { title: `large ${n}`, severity: 'low', description: DESCRIPTION, detected_at }
    const made = await call(at.baseUrl, '/api/v1/incidents', { key, body })
    expect(made).toMatchObject({ status: 201 })
    ids.push(made.body.id)
  }
})
afterAll(() => at.stop())

type Read = (limit: number, before: string | undefined) => Promise<Part<string>>

/** Reads a page of 200 in parts, none of which may be large. */
async function inParts(read: Read): Promise<string[]> {
  const found: string[] = []
  for (let parts = 1; ; parts++) {
    const part = await read(201 - found.length, found.at(-1))
    expect(part.bytes).toBeLessThan(PART_BYTES + 70_000)
    found.push(...part.rows.map((text) => JSON.parse(text).id))
    if (!part.isLast) continue
    expect(parts).toBeGreaterThan(3)
    return found
  }
}

test('the rows of large lists are read in parts, in every order and with every filter', async () => {
  const db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
  const { id: organizationId } = at.organization
  const newest = ids.toReversed()
  const byDetection = ids.toSorted((a, b) => ((ids.indexOf(a) * 7) % COUNT) - ((ids.indexOf(b) * 7) % COUNT))
  try {
    const incidents = recordStore(db, 'ledger.incidents', 'incidents')
    expect(await inParts((...page) => incidents.page(organizationId, ...page))).toEqual(newest)
    const text = 'insert into ledger.triage (org_id, incident_id) select $1::uuid, unnest($2::uuid[])'
    await db.query({ text, values: [organizationId, ids] })
    expect(await inParts((...page) => triagePage(db, organizationId, ...page))).toEqual(newest)
    const lists = listStore(db)
    const orders: [ListOrder, string[]][] = [
      ['newest', newest],
      ['oldest', ids],
      ['detected_newest', byDetection.toReversed()],
      ['detected_oldest', byDetection],
    ]
    const filters: ListFilter[] = [{}, { words: 'large' }, { detectedFrom: new Date(0) }]
    for (const [order, expected] of orders)
      for (const filter of filters)
        expect(
          await inParts((limit, cursor) =>
            lists.find({ organizationId, type: 'incidents', filter, order, limit, cursor }),
          ),
        ).toEqual(expected)
  } finally {
    await db.close()
  }
})

test('large lists arrive whole', async () => {
  const { key } = at.organization
  for (const query of ['', '&search=large', '&status=open']) {
    const { body } = await call(at.baseUrl, `/api/v1/incidents?limit=200${query}`, { key })
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    const first = await call(at.baseUrl, `/api/v1/incidents?limit=45${query}`, { key })
    const next = await call(
      at.baseUrl,
      `/api/v1/incidents?limit=45&cursor=${first.body.next_cursor}${query}`,
      { key },
    )
    expect([...first.body.data, ...next.body.data].map(({ id }) => id)).toEqual(ids.toReversed())
    expect(next.body.next_cursor).toBeNull()
  }
})
