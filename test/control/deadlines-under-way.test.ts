import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../services/kernel/logging/log.ts'
import { rpc } from '../harness/control.ts'
import { connected, sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesOf } from '../webhook/support/evidence.ts'

let at: TestInstallation
const lines = new PassThrough()
beforeAll(async () => {
  at = await bootInstallation({ log: createLog({}, lines) })
})
afterAll(() => at.stop())

test.each([
  ['a read', 'ListIncidents', {}],
  ['a write', 'CreateIncident', { title: 'Late', severity: 'SEVERITY_LOW' }],
])(
  '%s that the database holds up beyond its deadline is answered then, and its one entry says what it wrote',
  async (_, method, body) => {
    const { session } = at.organization.admin
    const path = `attestry.ledger.v1.IncidentService/${method}`
    const answer = await connected(at.databaseUrl, async (run) => {
      await run('begin')
      await run('lock table ledger.incidents, ledger.list_rows in access exclusive mode')
      return await rpc(at.baseUrl, path, { session, body, headers: { 'connect-timeout-ms': '300' } })
    })
    expect([answer.status, answer.body.code]).toEqual([504, 'deadline_exceeded'])
    await expect.poll(underWay).toBe(0)
    const entries = await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))
    expect(entries).toEqual([expect.objectContaining({ outcome: 'refused', code: 'deadline_exceeded' })])
    expect(await sql(at.databaseUrl, 'select from ledger.incidents')).toEqual([])
    expect(String(lines.read() ?? '')).not.toContain('call failed')
  },
)

/** How many statements of the services work on incidents. */
async function underWay(): Promise<number> {
  const [row] = await sql<{ count: number }>(
    at.databaseUrl,
    `select count(*)::int from pg_stat_activity where datname = current_database() and state = 'active'
      and pid <> pg_backend_pid()
      and (query like '%ledger.incidents%' or query like '%ledger.list_rows%')`,
  )
  return row!.count
}
