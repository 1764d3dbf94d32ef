import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { otlpScene } from './otlp-scene.ts'
import { claudeLogs, settlingIdle, span, storedOf, typesOf } from './otlp-support.ts'

/** Whatever else is in a trace or a conversation, the tools and the model of each agent are compared with its profile. */
const scene = otlpScene()
const { post, send } = scene

let systemId: string
let agent: string
let trace: string
let root: string
beforeEach(async () => {
  agent = `certified ${hex(4)}`
  trace = hex(16)
  root = hex(8)
  systemId = await scene.tenant.system(agent)
  await scene.tenant.profile(systemId, agent, { tools: ['search'], modelName: 'model' })
})

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const REMOTE = 0x300
type Pairs = [string, string][]
const tool = (name: string, parent: string, more: Pairs = [], id = hex(8)) =>
  span(trace, id, parent, 2, [['gen_ai.operation.name', 'execute_tool'], ['gen_ai.tool.name', name], ...more])
const agentSpan = (name: string, id: string, parent = '', more: Pairs = []) =>
  span(trace, id, parent, 1, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', name],
    ...more,
  ])

/** The findings of the system: tools, and models by name. */
async function found(): Promise<string[]> {
  const rows = await scene.tenant.sql<{ what: string }>(
    `select coalesce(tool_name, model_name) as what from ingestion.finding_subjects
     where org_id = $1 and ai_system_id = $2 order by what`,
    [scene.tenant.organization.id, systemId],
  )
  return rows.map(({ what }) => what)
}

test('calls of several tools with the same call id are separate calls', async () => {
  const call: Pairs = [['gen_ai.tool.call.id', 'call_0']]
  const inner = hex(8)
  await send([
    tool('search', root, call, inner),
    tool('erase', inner, call),
    tool('pay', root, call),
    agentSpan(agent, root),
  ])
  await send([tool('mail', root, call)])
  expect(
    typesOf((await storedOf(scene.tenant, agent)).events)
      .map(([, name]) => name)
      .sort(),
  ).toEqual(['erase', 'mail', 'pay', 'search'])
  expect(await found()).toEqual(['erase', 'mail', 'pay'])
  expect((await scene.tenant.rest(`/gate-status/${systemId}`)).body.reasons).toContain('open_drift_trigger')
})

test('a response model that differs from the requested one is noted in the audit entry, and blocks nothing', async () => {
  const model = (answered: string) =>
    span(trace, hex(8), root, 2, [
      ['gen_ai.operation.name', 'chat'],
      ['gen_ai.request.model', 'model'],
      ['gen_ai.response.model', answered],
    ])
  await send([model('elsewhere'), model('model'), model('elsewhere'), agentSpan(agent, root)])
  expect(await found()).toEqual([])
  const entries = await scene.tenant.sql<{ details: object }>(
    `select entry::json -> 'details' as details from ledger.entries
     where org_id = $1 and entry::json ->> 'operation' = 'reportSpans' and entry like '%elsewhere%'`,
    [scene.tenant.organization.id],
  )
  expect(entries).toEqual([
    {
      details: {
        answered_by_another: [{ requested: 'model', answered: 'elsewhere', spans: 2, trace_id: trace }],
      },
    },
  ])
})

test('an agent’s tools and model are compared in a conversation that another agent began', async () => {
  const conversation: Pairs = [['gen_ai.conversation.id', hex(8)]]
  await send([agentSpan('greeter', root, '', conversation)])
  trace = hex(16)
  const other: Pairs = [...conversation, ['gen_ai.request.model', 'other']]
  await send([tool('erase', root), tool('search', root), agentSpan(agent, root, '', other)])
  expect(await found()).toEqual(['erase', 'other'])
  // Events are in the run of the conversation.
  expect(typesOf((await storedOf(scene.tenant, 'greeter')).events)).toHaveLength(2)
  const { runs } = await storedOf(scene.tenant, agent)
  expect(runs).toMatchObject([{ run_ref: expect.stringContaining(trace), model_name: 'other' }])
})

test('a model change within a conversation is found, and a matching model makes no further run', async () => {
  const conversation: Pairs = [['session.id', hex(8)]]
  for (const model of ['model', 'model', 'other', 'other']) {
    trace = hex(16)
    await send([agentSpan(agent, root, '', [...conversation, ['gen_ai.request.model', model]])])
  }
  expect(await found()).toEqual(['other'])
  expect((await storedOf(scene.tenant, agent)).runs.map(({ model_name }) => model_name)).toEqual([
    'model',
    'other',
    'other',
  ])
})

test('a nested agent has its own tools and model', async () => {
  const [inner, step, chat] = [hex(8), hex(8), hex(8)]
  await send([
    tool('plan', root),
    tool('search', inner),
    // The spans between them are not about an agent.
    span(trace, step, inner, 2, [['openinference.span.kind', 'CHAIN']]),
    tool('erase', step),
    span(trace, chat, step, 2, [
      ['gen_ai.operation.name', 'chat'],
      ['gen_ai.request.model', 'other'],
    ]),
    agentSpan(agent, inner, root),
    agentSpan('orchestrator', root),
  ])
  expect(await found()).toEqual(['erase', 'other'])
  expect(typesOf((await storedOf(scene.tenant, 'orchestrator')).events)).toHaveLength(3)
})

test('a server that an agent calls, and that reports first, is not taken for the agent', async () => {
  const [call, chat] = [hex(8), hex(8)]
  const served = (id: string, parent: string, pairs: Pairs) => ({
    ...span(trace, id, parent, 2, pairs),
    flags: REMOTE,
  })
  await send(
    [
      served(hex(8), call, [
        ['mcp.method.name', 'tools/call'],
        ['gen_ai.tool.name', 'erase'],
      ]),
    ],
    'mcp-server',
  )
  await send([served(hex(8), chat, [['http.request.method', 'POST']])], 'model-gateway')
  await send([served(hex(8), chat, [['gen_ai.operation.name', 'chat']])], 'model-gateway')
  await send([served(hex(8), call, [['attestry.decision', 'approve']])], 'policy-server')
  expect((await storedOf(scene.tenant, 'mcp-server')).runs).toEqual([])
  expect((await storedOf(scene.tenant, 'model-gateway')).runs).toEqual([])
  expect((await storedOf(scene.tenant, 'policy-server')).runs).toEqual([])
  await send([tool('erase', root, [], call)])
  await send([agentSpan(agent, root)])
  expect(await found()).toEqual(['erase'])
  expect(typesOf((await storedOf(scene.tenant, agent)).events)).toContainEqual(['tool_call', 'erase'])
})

test('an agent called by another process is a run once its span and its server’s have arrived', async () => {
  const served = { ...span(trace, root, hex(8), 1, [['http.request.method', 'POST']]), flags: REMOTE }
  await send([tool('search', root), agentSpan(agent, hex(8), root), served])
  expect((await storedOf(scene.tenant, agent)).runs).toMatchObject([{ run_ref: trace }])
})

test('an agent whose span comes after the trace was completed is compared with its profile', async () => {
  await send([agentSpan('first', root)])
  const inner = hex(8)
  await send([tool('erase', inner), agentSpan(agent, inner, root, [['gen_ai.request.model', 'other']])])
  expect(await found()).toEqual(['erase', 'other'])
})

test('tools that came before their agent’s span are the agent’s, even if another agent was known first', async () => {
  const long = 'x'.repeat(60)
  const calls = [hex(8), hex(8)]
  await send([agentSpan('first', hex(8))])
  await send([tool('search', root), tool('erase', root, [], calls[0]), tool(long, root)])
  // A server's span of a call, and that of another agent, which the agent calls: its tools are within both.
  await send([tool('erase', calls[0]!), tool('hand over', root, [], calls[1])])
  const called = hex(8)
  await send([agentSpan('called', called, calls[1]), tool('theirs', called)])
  expect(await found()).toEqual([])
  const own = agentSpan(agent, root)
  for (let n = 0; n < 2; n++) await send([own])
  expect(await found()).toEqual(['erase', 'hand over', 'theirs', long])
  const sources = await scene.tenant.sql(
    `select f.occurrences::int as n, e.record::json ->> 'tool_name' as tool from ingestion.finding_subjects f
     join ingestion.agent_events e on e.org_id = f.org_id and e.id = f.newest_source_id
     where f.org_id = $1 and f.ai_system_id = $2 order by tool`,
    [scene.tenant.organization.id, systemId],
  )
  expect(sources).toEqual(['erase', 'hand over', 'theirs', long].map((tool) => ({ n: 1, tool })))
  expect((await scene.tenant.rest(`/gate-status/${systemId}`)).body.reasons).toContain('open_drift_trigger')
})

test('a trace without a named agent waits longer than others', async () => {
  const idle = await settlingIdle(scene.at.databaseUrl, { idleSeconds: 0, unnamedSeconds: 600 })
  await send([tool('erase', root)], 'slow-service')
  const unnamed = trace
  trace = hex(16)
  await send([tool('search', root), agentSpan('unrooted', root, hex(8))], 'slow-service')
  // Both are seen in one round.
  await expect.poll(async () => (await storedOf(scene.tenant, 'unrooted')).events.length).toBe(1)
  expect((await storedOf(scene.tenant, 'slow-service')).runs).toEqual([])
  trace = unnamed
  await send([agentSpan(agent, root)])
  await idle.stop()
  expect(await found()).toEqual(['erase'])
})

test('a log record of a tool does not shorten the wait of a trace without a named agent', async () => {
  const idle = await settlingIdle(scene.at.databaseUrl, { idleSeconds: 0, unnamedSeconds: 600 })
  const { resourceLogs } = claudeLogs(trace, [['tool_result', { success: 'true', tool_name: 'search' }]])
  const [{ logRecords }] = resourceLogs[0]!.scopeLogs as [{ logRecords: object[] }]
  Object.assign(logRecords[0]!, { traceId: trace, spanId: root })
  expect((await post('logs', { resourceLogs })).status).toBe(200)
  const unnamed = trace
  trace = hex(16)
  await send([tool('search', root), agentSpan('in another trace', root, hex(8))])
  // Both are seen in one round.
  await expect.poll(async () => (await storedOf(scene.tenant, 'in another trace')).events.length).toBe(1)
  trace = unnamed
  await send([agentSpan(agent, root)])
  await idle.stop()
  expect((await storedOf(scene.tenant, 'claude-code')).runs).toEqual([])
  expect((await storedOf(scene.tenant, agent)).events).toMatchObject([{ tool_name: 'search' }])
})
