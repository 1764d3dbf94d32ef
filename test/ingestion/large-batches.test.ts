import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { event, idsOf, run, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
})
afterAll(() => at.stop())

test('two large batches are worked on at once, twenty of an organization wait, and the next one is refused', async () => {
  const runId = idsOf(await tenant.rest('/agent-runs', run()))[0]!
  const payload = { text: 'x'.repeat(30_000) }
  let seq = 0
  const batch = () => Array.from({ length: 40 }, () => ({ ...event(seq++), payload }))
  const sent = await connected(at.databaseUrl, async (statement) => {
    await statement('begin')
    await statement('lock table ingestion.agent_events in access exclusive mode')
    const answers = Array.from({ length: 23 }, () => tenant.rest(`/agent-runs/${runId}/events`, batch()))
    const first = await Promise.race(answers)
    expect(first.status).toBe(429)
    expect(first.body.error.message).toBe('too many large batches are under way: try again later')
    await statement('commit')
    return answers
  })
  const refused = (await Promise.all(sent)).filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
})
