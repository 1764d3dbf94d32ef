import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleIdleTraces } from '../../services/ingestion/spans/settle-idle.ts'
import { EndpointEntity } from '../../services/ingestion/store/entities/webhook.ts'
import { eventStore } from '../../services/ingestion/store/events.ts'
import { runStore } from '../../services/ingestion/store/runs.ts'
import { spanStore } from '../../services/ingestion/store/spans.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { postGzip, span, storedOf } from './otlp-support.ts'
import { type Tenant, tenantOf } from './support.ts'

/** Traces without a root: one of them, or those of one organization, hold up no other. */
let at: TestInstallation
let tenant: Tenant
let db: Database
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
  db = await openDatabase({
    ...{ url: at.databaseUrl, service: 'ingestion' as const, entities: [EndpointEntity], log: silentLog },
  })
})
afterAll(async () => {
  await db.close()
  await at.stop()
})

const PARENT = 'e'.repeat(16)
const id = (n: number) => n.toString(16).padStart(16, '0')
const tool = (trace: string, n: number, parent: string, conversation?: string) =>
  span(trace, id(n), parent, 1, [
    ['gen_ai.operation.name', 'execute_tool'],
    ['gen_ai.tool.name', `tool ${n}`],
    ...(conversation === undefined ? [] : [['gen_ai.conversation.id', conversation] as [string, string]]),
  ])
const send = (key: string, spans: object[]) =>
  postGzip(
    `${at.baseUrl}/otlp/v1/traces`,
    { authorization: `Bearer ${key}` },
    { resourceSpans: [{ scopeSpans: [{ spans }] }] },
  )

/** Waiting traces, an hour old, that cannot be read. */
const unreadable = (organizationId: string, count: number) =>
  tenant.sql(
    `insert into ingestion.spans (org_id, trace_id, span_id, parent_id, waiting, arrived_at)
     select $1, decode(lpad(to_hex(n), 32, 'a'), 'hex'), decode(lpad('', 16, 'b'), 'hex'), ''::bytea, '\\xff'::bytea,
       now() - interval '1 hour' - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [organizationId, count],
  )

test('a trace with many events in one microsecond is settled, and so is what comes after it', async () => {
  const root = span('a'.repeat(32), id(999), '', 1, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', 'one-moment'],
    ['gen_ai.conversation.id', 'one moment'],
  ])
  const first = Array.from({ length: 600 }, (_, n) => tool('a'.repeat(32), n + 1, id(999), 'one moment'))
  expect(await send(tenant.organization.key, [root, ...first])).toEqual({ status: 200, body: {} })
  const late = Array.from({ length: 600 }, (_, n) => tool('b'.repeat(32), n + 1, PARENT, 'one moment'))
  expect((await send(tenant.organization.key, late)).status).toBe(200)
  const warned: object[] = []
  const sweep = settleIdleTraces(contextOf(warned), { everyMs: 20, idleSeconds: 0, unnamedSeconds: 0 })
  const events = async () => (await storedOf(tenant, 'one-moment')).events
  await expect.poll(async () => (await events()).length).toBe(1200)
  await sweep.stop()
  expect(warned).toEqual([])

  // A span that is sent again after the rows that recognise it have expired is found by its place.
  await tenant.sql('delete from ingestion.settled_spans where org_id = $1', [tenant.organization.id])
  const again = tool('a'.repeat(32), 600, '', 'one moment')
  const fresh = tool('a'.repeat(32), 1200, '', 'one moment')
  expect((await send(tenant.organization.key, [...first.slice(100, 599), again, fresh])).status).toBe(200)
  const stored = await events()
  expect(stored).toHaveLength(1201)
  expect(new Set(stored.map(({ payload }) => payload.trace_id + payload.span_id)).size).toBe(1201)
})

test('a trace that fails is postponed, and the others are settled', async () => {
  const [attacker, other] = [await at.another(), await at.another()]
  await unreadable(attacker.id, 1)
  expect((await send(other.key, [tool('c'.repeat(32), 1, PARENT)])).status).toBe(200)
  expect((await send(tenant.organization.key, [tool('d'.repeat(32), 1, PARENT)])).status).toBe(200)
  const warned: object[] = []
  const sweep = settleIdleTraces(contextOf(warned), { everyMs: 20, idleSeconds: 0, unnamedSeconds: 0 })
  await expect.poll(() => eventsOf(other.id)).toBe(1)
  // A trace that comes after the failure is settled in a later round.
  expect((await send(other.key, [tool('e'.repeat(32), 2, PARENT)])).status).toBe(200)
  await expect.poll(() => eventsOf(other.id)).toBe(2)
  await sweep.stop()
  expect(warned[0]).toMatchObject({ organization_id: attacker.id, trace_id: `${'a'.repeat(31)}1` })
  expect(await eventsOf(attacker.id)).toBe(0)
})

test('a trace whose spans arrived in the future, before the clock was set back, is settled', async () => {
  const { id: organizationId, key } = await at.another()
  expect((await send(key, [tool('f'.repeat(32), 1, PARENT)])).status).toBe(200)
  await tenant.sql(`update ingestion.spans set arrived_at = now() + interval '1 year' where org_id = $1`, [
    organizationId,
  ])
  const sweep = settleIdleTraces(contextOf([]), { everyMs: 20 })
  await expect.poll(() => eventsOf(organizationId)).toBe(1)
  await sweep.stop()
})

test('organizations take turns in settling, and a postponed trace takes no turn', async () => {
  const [crowd, other] = [await at.another(), await at.another()]
  await unreadable(crowd.id, 150)
  await tenant.sql(
    `insert into ingestion.spans (org_id, trace_id, span_id, parent_id, waiting, arrived_at)
     values ($1, $2, $3, ''::bytea, '\\xff'::bytea, now() - interval '1 minute')`,
    [other.id, randomBytes(16), randomBytes(8)],
  )
  const { idle } = spanStore(db)
  const traces = await idle(10, [])
  expect(traces).toHaveLength(100)
  const place = (organizationId: string) =>
    traces.findIndex((trace) => trace.organizationId === organizationId)
  expect(place(other.id)).toBeGreaterThanOrEqual(0)
  expect(place(other.id)).toBeLessThan(traces.findLastIndex((trace) => trace.organizationId === crowd.id))
  const next = await idle(10, traces)
  expect(next.filter(({ organizationId }) => organizationId === crowd.id).length).toBeGreaterThanOrEqual(50)
  for (const trace of traces) expect(next).not.toContainEqual(trace)
})

async function eventsOf(organizationId: string): Promise<number> {
  const [row] = await tenant.sql<{ events: number }>(
    'select count(*)::int as events from ingestion.agent_events where org_id = $1',
    [organizationId],
  )
  return row!.events
}

function contextOf(warned: object[]) {
  const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) } as typeof silentLog
  return { clock: systemClock, log, runs: runStore(db), events: eventStore(db), spans: spanStore(db) }
}
