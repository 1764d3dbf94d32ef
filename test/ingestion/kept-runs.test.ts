import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { exported, outcome } from '../evidence/support/export.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { closeIdle, createDatabase, sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { behindTriggers, verifyAs } from '../log/support.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ env: { ATTESTRY_CHECKPOINT_SECONDS: '86400' } })
})
afterAll(() => at.stop())

const post = (path: string, body: unknown) =>
  call(at.baseUrl, `/api/v1${path}`, { key: at.organization.key, body })
const run = (run_ref: string) => ({
  run_ref,
  ...{ agent_identity: 'a', model_name: 'm', model_version: '1', started_at: '2026-01-02T03:04:05Z' },
})
const event = (seq: number) => ({
  ...{ seq, event_type: 'tool_call', tool_name: 'search', occurred_at: '2026-01-02T03:04:05Z', payload: {} },
})

test('events of a run that an earlier state of the database does not have are refused by a process that has kept it', async () => {
  const earlier = await copied()
  const lost = (await post('/agent-runs', run('lost'))).body.data[0].id
  expect((await post(`/agent-runs/${lost}/events`, [event(1)])).status).toBe(201)
  await putInPlace(earlier)
  await expect.poll(async () => (await post('/agent-runs', run('again'))).status).not.toBe(500)
  const answered = await post(`/agent-runs/${lost}/events`, [event(2)])
  const { session } = at.organization.admin
  expect(answered.status).toBe(404)
  expect((await verifyAs(at, session)).problems).toEqual([])
  expect(await outcome(await exported(at, session))).toBe('verified')
})

test('a run that was shown as that of another agent for a moment is not kept as that', async () => {
  const [system] = parseCases('case shown\nsystem "Shown"\nprofile AGENT tools=search model=m/1 prompt=p')
  await play(system!, {
    gate: at.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, at.organization.admin.session, systemClock),
    rest: post,
  })
  const id = (await post('/agent-runs', { ...run('shown'), agent_identity: 'AGENT' })).body.data[0].id
  const show = (agent: string) =>
    behindTriggers(
      at.databaseUrl,
      'ingestion.agent_runs',
      'update ingestion.agent_runs set agent_identity = $1 where id = $2',
      [agent, id],
    )
  const used = (seq: number, tool_name: string) =>
    post(`/agent-runs/${id}/events`, [{ ...event(seq), tool_name }])
  await show('another')
  expect((await used(1, 'search')).status).toBe(201)
  await show('AGENT')
  expect((await used(2, 'shell')).status).toBe(201)
  const tools = `select tool_name from ingestion.findings_v1 where kind = 'tool'`
  expect(await sql(at.databaseUrl, tools)).toEqual([{ tool_name: 'shell' }])
})

async function copied(): Promise<string> {
  const name = `${nameOf(at.databaseUrl)}_copy`
  await closed(at.databaseUrl, () => createDatabase(cluster(), name, nameOf(at.databaseUrl)))
  return name
}

async function putInPlace(copy: string): Promise<void> {
  const name = nameOf(at.databaseUrl)
  await closed(at.databaseUrl, async () => {
    await sql(cluster(), `alter database ${name} rename to ${name}_gone`)
  })
  await sql(cluster(), `alter database ${copy} rename to ${name}`)
}

async function closed(url: string, work: () => Promise<unknown>): Promise<void> {
  const name = nameOf(url)
  await sql(cluster(), `alter database ${name} allow_connections false`)
  await sql(cluster(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  closeIdle()
  await work()
  await sql(cluster(), `alter database ${name} allow_connections true`).catch(() => {})
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)
function cluster(): string {
  const url = new URL(at.databaseUrl)
  url.pathname = '/postgres'
  return url.href
}
