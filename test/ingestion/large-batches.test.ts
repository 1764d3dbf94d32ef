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

test('large batches of one organization that wait refuse no call of another one, however much memory they take', async () => {
  const other = tenantOf(at, await at.another())
  const runId = idsOf(await tenant.rest('/agent-runs', run()))[0]!
  const payload = { text: 'x'.repeat(30_000) }
  const batch = JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ ...event(n), payload })))
  const client = new AbortController()
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tenant.organization.key}`,
    },
    // Eight of them are all that bodies may take.
    body: batch.padEnd(16 * 1024 * 1024),
    signal: client.signal,
  }
  await connected(at.databaseUrl, async (statement) => {
    await statement('begin')
    await statement('lock table ingestion.agent_events in access exclusive mode')
    const sent = Array.from({ length: 10 }, () =>
      fetch(`${at.baseUrl}/api/v1/agent-runs/${runId}/events`, request),
    )
    const ended = Promise.allSettled(sent)
    expect((await Promise.any(sent)).status).toBe(429)
    for (let n = 0; n < 100; n++) {
      const { status } = await other.rest('/incidents', { title: `Lost laptop ${n}`, severity: 'low' })
      expect(status).toBe(201)
    }
    client.abort()
    await ended
    await statement('rollback')
  })
})
