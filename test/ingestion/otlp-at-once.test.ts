import { randomBytes } from 'node:crypto'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { timestampNow } from '@bufbuild/protobuf/wkt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { SpanReportSchema, SpanRole } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Span } from '../../services/ingestion/domain/spans/span.ts'
import { checkSpans } from '../../services/ingestion/rpc/report-spans.ts'
import { settle } from '../../services/ingestion/spans/settle.ts'
import { EndpointEntity } from '../../services/ingestion/store/entities/webhook.ts'
import { eventStore } from '../../services/ingestion/store/events.ts'
import { runStore } from '../../services/ingestion/store/runs.ts'
import { spanStore } from '../../services/ingestion/store/spans.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { otlpScene } from './otlp-scene.ts'
import { settlingIdle, span } from './otlp-support.ts'

/** Two processes settle spans of one trace; the moment of each is chosen. */
const scene = otlpScene()
let db: Database
beforeAll(async () => {
  const settings = { service: 'ingestion' as const, entities: [EndpointEntity], log: silentLog }
  db = await openDatabase({ url: scene.at.databaseUrl, ...settings })
})
afterAll(() => db.close())

test('a tool below a span with taken ids is compared with its own agent, which another process settles', async () => {
  const { agent, systemId } = await certified()
  const [trace, root, inner, call] = [hex(16), hex(8), hex(8), hex(8)]
  const named = agentsOf(trace)
  await sent([named('outermost', root, ''), named('somebody', inner, root)])
  const spans = spanStore(db)
  let others = 0
  const late: typeof spans = {
    ...spans,
    settle: async (...settled) => {
      // In this moment the other process has all of its call, and does not see the tool.
      if (others++ === 0) await sent([named(agent, inner, root)])
      await spans.settle(...settled)
    },
  }
  const ctx = { clock: systemClock, runs: runStore(db), events: eventStore(db), spans: late }
  const reported = await reportOf(trace, call, inner, { role: SpanRole.TOOL_CALL, toolName: 'erase' })
  await settle(ctx, await sender(), new Map([[trace, reported]]), 'awaited')
  expect(await found(systemId)).toEqual([{ tool: 'erase', n: 1 }])
})

test('a waiting tool is compared even if the process that settled it ended before reading again', async () => {
  const { agent, systemId } = await certified()
  const [trace, root, inner, call] = [hex(16), hex(8), hex(8), hex(8)]
  await sent([
    span(trace, call, inner, 2, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', 'erase'],
    ]),
  ])
  const spans = spanStore(db)
  const ended: typeof spans = {
    ...spans,
    settle: async (...settled) => {
      await spans.settle(...settled)
      // Another process has settled the span of the agent in this moment, and has read again before.
      const { runId } = settled[1][0]!
      await spans.settle(settled[0], [{ traceId: trace, runId, spans: other }])
      throw new Error('the process ends')
    },
  }
  const other = await reportOf(trace, inner, root, { role: SpanRole.AGENT, agent })
  const first = await reportOf(trace, root, '', {
    role: SpanRole.ROOT,
    root: true,
    agent: 'outermost',
  })
  const ctx = { clock: systemClock, runs: runStore(db), events: eventStore(db), spans: ended }
  await expect(settle(ctx, await sender(), new Map([[trace, first]]), 'awaited')).rejects.toThrow('ends')
  expect(await found(systemId)).toEqual([])
  const idle = await settlingIdle(scene.at.databaseUrl, { idleSeconds: 0, unnamedSeconds: 0 })
  await expect.poll(() => found(systemId)).toEqual([{ tool: 'erase', n: 1 }])
  await expect.poll(() => waiting(trace)).toEqual([])
  await idle.stop()
  expect(await found(systemId)).toEqual([{ tool: 'erase', n: 1 }])
})

test('a waiting span with the ids of a span settled meanwhile is not lost', async () => {
  const [trace, root, call] = [hex(16), hex(8), hex(8)]
  const tool = (name: string) => reportOf(trace, call, root, { role: SpanRole.TOOL_CALL, toolName: name })
  const [by, spans] = [await sender(), spanStore(db)]
  await spans.put(by.organizationId, by.actor!, await tool('search'))
  let isFirst = true
  const late: typeof spans = {
    ...spans,
    deleteWaiting: async (...deleted) => {
      // Another process has settled the trace too; a third one has read before that the trace has no run.
      if (isFirst) {
        await spans.deleteWaiting(...deleted)
        await spans.put(by.organizationId, by.actor!, await tool('erase'))
      }
      isFirst = false
      await spans.deleteWaiting(...deleted)
    },
  }
  const ctx = { clock: systemClock, runs: runStore(db), events: eventStore(db), spans: late }
  const first = await reportOf(trace, root, '', { role: SpanRole.ROOT, root: true, agent: 'outermost' })
  await settle(ctx, by, new Map([[trace, first]]), 'awaited')
  const tools = await scene.tenant.sql(
    `select record::json ->> 'tool_name' as tool from ingestion.agent_events
     where org_id = $1 and record::json #>> '{payload,trace_id}' = $2 order by seq`,
    [by.organizationId, trace],
  )
  expect(tools).toEqual([{ tool: 'search' }, { tool: 'erase' }])
  expect(await waiting(trace)).toEqual([])
})

async function certified(): Promise<{ agent: string; systemId: string }> {
  const agent = `certified ${hex(4)}`
  const systemId = await scene.tenant.system(agent)
  await scene.tenant.profile(systemId, agent, { tools: ['search'], modelName: 'model' })
  return { agent, systemId }
}

const agentsOf = (trace: string) => (name: string, id: string, parent: string) =>
  span(trace, id, parent, 1, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', name],
  ])

async function reportOf(
  trace: string,
  id: string,
  parent: string,
  says: Omit<MessageInitShape<typeof SpanReportSchema>, '$typeName'>,
): Promise<Span[]> {
  const ids = { traceId: bytes(trace), spanId: bytes(id), parentId: bytes(parent) }
  const payload = { trace_id: trace, span_id: id }
  return await checkSpans([create(SpanReportSchema, { ...ids, startedAt: timestampNow(), payload, ...says })])
}

async function found(systemId: string): Promise<object[]> {
  return await scene.tenant.sql(
    'select tool_name as tool, occurrences::int as n from ingestion.finding_subjects where org_id = $1 and ai_system_id = $2',
    [scene.tenant.organization.id, systemId],
  )
}

async function waiting(trace: string): Promise<object[]> {
  return await scene.tenant.sql('select span_id from ingestion.spans where org_id = $1 and trace_id = $2', [
    scene.tenant.organization.id,
    bytes(trace),
  ])
}

/** The holder of the organization's key. */
async function sender() {
  const { id: organizationId } = scene.tenant.organization
  const [key] = await scene.tenant.sql<{ id: string; name: string }>(
    'select id, name from ledger.api_keys where org_id = $1 limit 1',
    [organizationId],
  )
  return create(CallerSchema, {
    ...{ organizationId, via: Via.REST, operation: 'reportSpans', requestId: mintId(systemClock.now()) },
    actor: create(ActorSchema, { kind: ActorKind.API_KEY, ...key! }),
  })
}

async function sent(spans: object[]): Promise<void> {
  expect(await scene.send(spans)).toEqual({ status: 200, body: {} })
}

const hex = (length: number): string => randomBytes(length).toString('hex')
const bytes = (text: string): Buffer => Buffer.from(text, 'hex')
