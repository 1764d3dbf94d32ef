import { expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

test('unauthenticated calls beyond an address’s limit are counted exactly, in one audit entry a minute', async () => {
  const at = await bootInstallation()
  const statuses: number[] = []
  // Wherever a minute ends among them, one of the two has more than its 60.
  for (let i = 0; i < 130; i++) {
    statuses.push((await call(at.baseUrl, '/api/v1/incidents', { key: `atk_unknown${i}` })).status)
  }
  await at.stop()
  const texts = await sql<{ entry: string }>(
    at.databaseUrl,
    "select entry from ledger.entries where org_id = '00000000-0000-0000-0000-000000000000' order by id",
  )
  const entries = texts.map(({ entry }) => JSON.parse(entry))
  const by = (code: string) => entries.filter((entry) => entry.code === code)
  const refused = statuses.filter((status) => status === 429).length
  expect(refused).toBeGreaterThan(0)
  expect(by('unauthorized')).toHaveLength(130 - refused)
  const aggregated = by('rate_limited')
  expect(aggregated.length).toBeLessThanOrEqual(2)
  expect(aggregated.reduce((sum, { details }) => sum + details.calls, 0)).toBe(refused)
  const { details } = aggregated[0]
  expect(details.client_address).toBe('127.0.0.1')
  expect(Date.parse(details.window_end) - Date.parse(details.window_start)).toBe(60_000)
})
