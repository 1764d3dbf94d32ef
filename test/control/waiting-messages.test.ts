import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf } from '../harness/control.ts'
import { connected } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { event, idsOf, run, tenantOf } from '../ingestion/support.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ env: { ATTESTRY_NOTIFICATIONS: 'off' } })
})
afterAll(() => at.stop())

test('messages of one organization that wait for a list refuse no call of another one, however much memory they take', async () => {
  const other = tenantOf(at, await at.another())
  const runId = idsOf(await other.rest('/agent-runs', run()))[0]!
  const authorization = `Bearer ${other.organization.key}`
  const report = async (n: number) => {
    const { status } = await fetch(`${at.baseUrl}/api/v1/agent-runs/${runId}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify([event(n)]).padEnd(4 * 1024 * 1024),
    })
    return status
  }
  const client = new AbortController()
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookieOf(at.organization.admin.session),
      origin: at.baseUrl,
    },
    // 128 of them are all that bodies may take.
    body: '{}'.padEnd(1024 * 1024),
    signal: client.signal,
  }
  await connected(at.databaseUrl, async (statement) => {
    await statement('begin')
    await statement('lock table ledger.incidents in access exclusive mode')
    const sent = Array.from({ length: 160 }, () => fetch(`${at.baseUrl}${LIST_INCIDENTS}`, request))
    const ended = Promise.allSettled(sent)
    const refused = await Promise.any(sent)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    const statuses = new Set<number>()
    for (let n = 0; n < 10; n++) statuses.add(await report(n))
    expect([...statuses]).toEqual([201])
    client.abort()
    await ended
    await statement('rollback')
  })
})

const LIST_INCIDENTS = '/api/control/attestry.ledger.v1.IncidentService/ListIncidents'
