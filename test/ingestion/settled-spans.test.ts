import { create } from '@bufbuild/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SpanReportSchema, SpanRole } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { type Span, storedSpan } from '../../services/ingestion/domain/spans/span.ts'
import { settle } from '../../services/ingestion/spans/settle.ts'
import { settleIdleTraces } from '../../services/ingestion/spans/settle-idle.ts'
import { EndpointEntity } from '../../services/ingestion/store/entities/webhook.ts'
import { eventStore } from '../../services/ingestion/store/events.ts'
import { runStore } from '../../services/ingestion/store/runs.ts'
import { type SpanStore, spanStore } from '../../services/ingestion/store/spans.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { ActorKind, actor, type Caller, Via } from '../../services/kernel/identity/caller.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { type Tenant, tenantOf } from './support.ts'

/** The kept and read parts of settled and waiting spans are bounded. Large parts are read once, in their place. */
let at: TestInstallation
let tenant: Tenant
let db: Database
let store: SpanStore
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
  db = await openDatabase({
    ...{ url: at.databaseUrl, service: 'ingestion' as const, entities: [EndpointEntity], log: silentLog },
  })
  store = spanStore(db)
})
afterAll(async () => {
  await db.close()
  await at.stop()
})

const traceOf = (n: number) => n.toString(16).padStart(32, '0')
const RUN = mintId(new Date())

function spanOfTrace(traceId: string, n: number, payload: object = {}, root = false): Span {
  return storedSpan(
    create(SpanReportSchema, {
      traceId: Buffer.from(traceId, 'hex'),
      spanId: Buffer.from((n + 1).toString(16).padStart(16, '0'), 'hex'),
      startedAt: timestamp(new Date(Date.UTC(2026, 10, 23) + n)),
      role: SpanRole.TOOL_CALL,
      toolName: `${n}${'\u0001'.repeat(190)}`,
      toolCallId: `${n}${'\u0002'.repeat(190)}`,
      payload: { ...payload, trace_id: traceId, span_id: (n + 1).toString(16).padStart(16, '0') } as never,
      root,
    }),
  )
}
const spansOf = (traceId: string, count: number, payload?: object) =>
  Array.from({ length: count }, (_, n) => spanOfTrace(traceId, n, payload))

test('one statement reads a bounded part of a trace’s settled spans, and of all traces that calls name', async () => {
  const organizationId = tenant.organization.id
  const other = (await at.another()).id
  const ids = Array.from({ length: 8 }, (_, n) => traceOf(n + 1))
  for (const traceId of ids)
    await store.settle(organizationId, [{ traceId, runId: RUN, spans: spansOf(traceId, 8000) }])
  await store.settle(other, [{ traceId: ids[0]!, runId: RUN, spans: spansOf(ids[0]!, 3) }])

  const [row] = await tenant.sql<{ largest: number; all: number }>(
    `select max(octet_length(spans))::int as largest, sum(octet_length(spans))::int as all
     from ingestion.settled_spans where org_id = $1`,
    [organizationId],
  )
  expect(row!.largest).toBeLessThanOrEqual(64 * 1024)
  expect(row!.all).toBeGreaterThan(4 * 1024 * 1024)
  const bytesOf = (traces: Awaited<ReturnType<SpanStore['traces']>>) =>
    traces.flatMap(({ settled }) => settled).length * (row!.all / 64_000)
  const one = await store.traces(organizationId, [ids[0]!])
  expect(bytesOf(one)).toBeGreaterThan(400 * 1024)
  expect(bytesOf(one)).toBeLessThan(600 * 1024)
  // Calls that arrive together share one statement.
  const [many, theirs] = await Promise.all([
    store.traces(organizationId, ids),
    store.traces(other, [ids[0]!, traceOf(99)]),
  ])
  expect(many.map(({ traceId, runId }) => [traceId, runId])).toEqual(ids.map((id) => [id, RUN]))
  expect(bytesOf(many)).toBeGreaterThan(1.5 * 1024 * 1024)
  expect(bytesOf(many)).toBeLessThan(2.2 * 1024 * 1024)
  for (const { settled } of many) expect(settled.length).toBeGreaterThan(0)
  expect(theirs).toMatchObject([{ traceId: ids[0], runId: RUN }])
  expect(theirs[0]!.settled).toHaveLength(3)
})

test('of a large row that an earlier version made, the beginning is read', async () => {
  const long = '\u0001'.repeat(200)
  const list = Array.from({ length: 20_000 }, (_, n) => [n.toString(16).padStart(16, '0'), '', long, long])
  await tenant.sql(
    `insert into ingestion.settled_spans (org_id, trace_id, id, run_id, spans)
     values ($1, decode($2, 'hex'), $3, $4, $5)`,
    [tenant.organization.id, traceOf(50), mintId(new Date()), RUN, JSON.stringify(list)],
  )
  const [trace] = await store.traces(tenant.organization.id, [traceOf(50)])
  expect(trace!.runId).toBe(RUN)
  expect(trace!.settled.length).toBeGreaterThan(100)
  expect(trace!.settled.length).toBeLessThan(300)
})

test('large waiting spans are read once, with a place, also those that came while others were settled', async () => {
  const traceId = traceOf(60)
  const large = { arguments: 'x'.repeat(11_000) }
  const [first, late] = [spansOf(traceId, 130, large), spansOf(traceId, 260, large).slice(130)]
  const caller = callerOf(tenant.organization)
  await putForLater(caller, first)
  const steps: string[] = []
  const spans = watched(steps)
  let added = false
  const settled = await settle(
    contextOf({
      ...spans,
      settle: async (...settled) => {
        await store.settle(...settled)
        if (!added) await store.put(caller.organizationId, caller.actor!, late)
        added = true
      },
    }),
    caller,
    new Map([[traceId, [spanOfTrace(traceId, 1000, {}, true)]]]),
    'awaited',
  )
  expect(settled).toMatchObject({ runs: 1, events: 261 })
  expect(steps).toEqual(['place', 'read', 'free', 'place', 'read', 'free'])
})

test('the job that completes traces reads waiting spans once, and waits for no place of calls', async () => {
  const organization = await at.another()
  const caller = callerOf(organization)
  const waiting = spansOf(traceOf(70), 130, { arguments: 'x'.repeat(11_000) })
  await putForLater(caller, waiting)
  const steps: string[] = []
  const sweep = settleIdleTraces(
    { ...contextOf(watched(steps)), log: silentLog },
    { everyMs: 20, idleSeconds: -7200, unnamedSeconds: -7200 },
  )
  const events = () =>
    tenant.sql<{ n: number }>('select count(*)::int as n from ingestion.agent_events where org_id = $1', [
      organization.id,
    ])
  await expect.poll(async () => (await events())[0]!.n).toBe(130)
  await sweep.stop()
  expect(steps).toEqual(['read'])
})

/** Spans that wait, and that the job of the installation itself does not find: they arrive in an hour. */
async function putForLater({ organizationId, actor }: Caller, spans: Span[]): Promise<void> {
  await store.put(organizationId, actor!, spans)
  await tenant.sql("update ingestion.spans set arrived_at = now() + interval '1 hour' where org_id = $1", [
    organizationId,
  ])
}

/** The store, with what it reads of waiting spans and of places as steps. */
function watched(steps: string[]): SpanStore {
  return {
    ...store,
    waiting: async (...asked) => {
      steps.push('read')
      return await store.waiting(...asked)
    },
    large: {
      acquire: async (...asked) => {
        const release = await store.large.acquire(...asked)
        steps.push('place')
        return () => {
          steps.push('free')
          release()
        }
      },
    },
  }
}

function contextOf(spans: SpanStore) {
  return { clock: systemClock, runs: runStore(db), events: eventStore(db), spans }
}

function callerOf({ id: organizationId, keyId }: TestOrganization): Caller {
  return {
    $typeName: 'attestry.common.v1.Caller',
    organizationId,
    actor: actor(ActorKind.API_KEY, keyId, 'exporter'),
    via: Via.REST,
    operation: 'reportSpans',
    requestId: mintId(new Date()),
    clientAddress: '',
    addons: [],
    sessionTokenSha256: '',
  }
}
