import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { asFile, ask, exported, outcome } from './support/export.ts'
import { exportEntriesOf } from './support/export-entries.ts'
import { acting, toolCall } from './support/scenario.ts'

let at: TestInstallation
let org: TestInstallation['organization']
beforeAll(async () => {
  at = await bootInstallation()
  org = await at.another()
  await manyEvents(org)
})
afterAll(() => at.stop())

test('a large export that its receiver aborts does not verify, is logged as aborted, and frees its resources', async () => {
  const before = (await exportEntriesOf(at, org.id)).length
  const held = await hold(org.admin.session)
  const got = held.letGo()
  expect(got.length).toBeGreaterThan(0)
  expect(await outcome(asFile(got))).toBe('zip_end')
  await expect.poll(async () => (await exportEntriesOf(at, org.id)).at(-1)?.details.status).toBe('aborted')
  const entries = (await exportEntriesOf(at, org.id)).slice(before)
  expect(entries).toMatchObject([
    { outcome: 'ok', details: { status: 'started' } },
    { outcome: 'failed', details: { status: 'aborted', reason: 'receiver_gone' } },
  ])
  const open = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'attestry-evidence' and state like 'idle in transaction%'
      or (state = 'active' and query like 'copy%')`
  await expect.poll(async () => (await sql<{ n: number }>(at.databaseUrl, open))[0]!.n).toBe(0)
  expect(await outcome(await exported(at, org.admin.session))).toBe('verified')
})

test('open exports take no place of another organization; the organization’s own next one is refused with 429', async () => {
  const held = await Promise.all([1, 2].map(() => hold(org.admin.session)))
  const answer = await ask(at, org.admin.session)
  expect(await outcome(await exported(at, at.organization.admin.session))).toBe('verified')
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    ...[429, '30'],
    { error: { code: 'rate_limited' } },
  ])
  for (const { letGo } of held) letGo()
  await expect.poll(async () => (await ask(at, org.admin.session)).status).toBe(200)
})

/** Asks for a package, takes its first bytes and no more. */
function hold(session: string): Promise<{ letGo: () => Buffer }> {
  return new Promise((resolve, reject) => {
    const url = `${at.baseUrl}/api/control/evidence-export`
    const request = get(url, { headers: { cookie: cookieOf(session) } }, (answer: IncomingMessage) => {
      answer.on('error', () => {})
      answer.once('readable', () => {
        const first: Buffer = answer.read() ?? Buffer.alloc(0)
        const letGo = () => {
          request.destroy()
          return first
        }
        resolve({ letGo })
      })
    })
    request.on('error', reject)
  })
}

/** Events that deflate badly, more than sockets and streams hold between them. */
async function manyEvents(org: TestInstallation['organization']): Promise<void> {
  const { post } = acting(at, org.key, org.admin.session)
  const started_at = new Date().toISOString()
  const run = await post('/agent-runs', { agent_identity: 'a', run_ref: 'r', started_at })
  for (let batch = 0; batch < 4; batch++) {
    const events = Array.from({ length: 400 }, (_, i) => ({
      ...toolCall('t', batch * 400 + i),
      payload: { text: randomBytes(15_000).toString('base64') },
    }))
    await post(`/agent-runs/${run.data[0].id}/events`, events)
  }
}
