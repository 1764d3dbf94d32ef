import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { makeScene, personAt } from './people.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('the log shows whether a resolution names the content that the person read', async () => {
  const { organization } = at
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const { aiSystemId } = await makeScene(at, organization, { admin, author: admin })
  for (const reason of ['one', 'other']) await admin.triggers.openTrigger({ aiSystemId, reason })
  const [other, one] = (await admin.triggers.listTriggers({ aiSystemId })).triggers
  const settling = { reason: 'seen', occurrences: 1n }
  await admin.triggers.resolveTrigger({ ...settling, id: one!.id, said: one!.said })
  await admin.triggers.resolveTrigger({ ...settling, id: other!.id })
  const rows = await sql<{ details: object }>(
    at.databaseUrl,
    `select entry::json -> 'details' as details from ledger.entries
      where org_id = $1 and entry::json ->> 'operation' = 'resolveTrigger' order by id`,
    [organization.id],
  )
  const token_sha256 = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(rows.map(({ details }) => details)).toEqual([
    { token_sha256, looked_at: one!.said, settled: { id: one!.id, kind: 'manual', reason: 'one' } },
    { token_sha256, settled: { id: other!.id, kind: 'manual', reason: 'other' } },
  ])
})
