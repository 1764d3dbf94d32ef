import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { type DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { refreshRows } from '../../services/ledger/store/lists/refresh.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

/** 10,000 words of a character and two bytes more. */
const words = (n: number): string =>
  Array.from({ length: 10_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7 + n) % 20_000))).join(' ')

test('incidents with very many words are indexed in several steps, each of which is kept', async () => {
  const { id, key } = at.organization
  const COUNT = 60
  for (let n = 0; n < COUNT; n++) {
    const body = { title: `heavy ${n}`, severity: 'low', description: words(n) }
    expect(await call(at.baseUrl, '/api/v1/incidents', { key, body })).toMatchObject({ status: 201 })
  }
  // A step takes what has a place in the log.
  const waiting = () => sql(at.databaseUrl, 'select 1 from ledger.queue where org_id = $1', [id])
  await expect.poll(waiting).toEqual([])
  const db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
  try {
    // One step a call, since no time is left for a second one.
    const step = () => refreshRows(db, id, Number.NEGATIVE_INFINITY)
    let steps = 1
    for (; ; steps++) {
      const failure = await step().catch((error: DomainError) => error)
      if (failure === undefined) break
      expect(failure).toMatchObject({ reason: Reason.UNAVAILABLE })
    }
    // 2.4 MB, a megabyte a step.
    expect(steps).toBeGreaterThanOrEqual(3)
    expect(steps).toBeLessThanOrEqual(5)
  } finally {
    await db.close()
  }
  const { body } = await call(at.baseUrl, '/api/v1/incidents?limit=200&search=heavy', { key })
  expect(body.data).toHaveLength(COUNT)
})
