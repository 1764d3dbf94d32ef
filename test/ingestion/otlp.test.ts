import { gzipSync } from 'node:zlib'
import { fromBinary } from '@bufbuild/protobuf'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtoExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { expect, test } from 'vitest'
import { StatusSchema } from '../../proto/gen/google/rpc/status_pb.ts'
import { mcpLoop } from './mcp-loop.ts'
import { otlpScene } from './otlp-scene.ts'
import {
  agentLoop,
  claudeLogs,
  EXPORT_MS,
  exporterByGuide,
  keyValues,
  openInferenceLoop,
  span,
  storedOf,
  typesOf,
} from './otlp-support.ts'

const scene = otlpScene()
const { post, send } = scene
const url = (signal = 'traces') => `${scene.at.baseUrl}/otlp/v1/${signal}`
const stored = (agent: string) => storedOf(scene.tenant, agent)
const protobuf = () => new ProtoExporter({ url: url(), headers: headers(), timeoutMillis: EXPORT_MS })
const headers = () => ({ authorization: `Bearer ${scene.tenant.organization.key}` })

test('an instrumented agent loop becomes a run with events, and an undocumented tool blocks the gate', async () => {
  const systemId = await scene.tenant.system('Travel')
  await scene.tenant.profile(systemId, 'travel-agent', { tools: ['weather'], modelName: 'mock-model' })
  const exporter = await exporterByGuide(scene.at.baseUrl, scene.tenant.organization.key)
  await agentLoop(exporter, ['weather', 'book_flight'])

  const { runs, events } = await stored('travel-agent')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ model_name: 'mock-model', status: 'completed' })
  expect(typesOf(events)).toEqual([
    ['tool_call', 'weather'],
    ['tool_call', 'book_flight'],
  ])
  // Arguments are hashed and not kept.
  expect(events[0]!.payload).toMatchObject({ source: 'otlp', status: 'ok' })
  expect(events[0]!.payload.arguments_sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(events)).not.toContain('Lisbon')

  const status = await scene.tenant.rest(`/gate-status/${systemId}`)
  expect(status.body.decision).toBe('block')
  expect(status.body.reasons).toContain('open_drift_trigger')
})

test('an agent under OpenInference’s wrappers becomes a run of its session, with tools named by their spans', async () => {
  const systemId = await scene.tenant.system('Flights')
  await scene.tenant.profile(systemId, 'flight-agent', { tools: ['search'] })
  await openInferenceLoop(protobuf(), ['search', 'book'], 'flight-agent')
  const { runs, events } = await stored('flight-agent')
  expect(runs).toMatchObject([{ run_ref: 'flight-agent-session', status: 'completed' }])
  expect(typesOf(events)).toEqual([
    ['tool_call', 'search'],
    ['tool_call', 'book'],
  ])
  expect(JSON.stringify(events)).not.toContain('Lisbon')
  expect((await scene.tenant.rest(`/gate-status/${systemId}`)).body.reasons).toContain('open_drift_trigger')
})

test('tools of an MCP server under OpenLLMetry’s instrumentation become events of the agent’s run', async () => {
  const systemId = await scene.tenant.system('Places')
  await scene.tenant.profile(systemId, 'places-agent', { tools: ['opening_hours'] })
  await mcpLoop(protobuf(), 'places-agent', [
    { tool: 'opening_hours' },
    { tool: 'reserve_table', fails: true },
  ])
  const { runs, events } = await stored('places-agent')
  expect(runs).toMatchObject([{ status: 'completed' }])
  expect(typesOf(events)).toEqual([
    ['tool_call', 'opening_hours'],
    ['tool_call', 'reserve_table'],
  ])
  expect(events.map(({ payload }) => payload.status)).toEqual(['ok', 'error'])
  expect(events[0]!.payload.arguments_sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(events)).not.toContain('Lisbon')
  expect((await scene.tenant.rest(`/gate-status/${systemId}`)).body.reasons).toContain('open_drift_trigger')
})

test('OTLP JSON of a real exporter is accepted, and content is stored if the sender asks for it', async () => {
  const exporter = new JsonExporter({
    url: url(),
    headers: { ...headers(), 'attestry-content': 'full' },
    timeoutMillis: EXPORT_MS,
  })
  await agentLoop(exporter, ['weather'], 'json-agent')
  const { runs, events } = await stored('json-agent')
  expect(runs).toHaveLength(1)
  expect(events).toHaveLength(1)
  expect(events[0]!.payload.arguments).toContain('Lisbon')
})

test('the agent’s, the MCP client’s and the server’s spans of one call become one event', async () => {
  const trace = 'c'.repeat(32)
  const tool = (id: string, parent: string, more: [string, string][]) =>
    span(trace, id, parent, 1, [['gen_ai.tool.name', 'search'], ...more])
  await send([
    tool('00000000000000c3', '00000000000000c2', [['mcp.method.name', 'tools/call']]),
    tool('00000000000000c2', '00000000000000c1', [['mcp.method.name', 'tools/call']]),
    tool('00000000000000c1', 'ccccccccccccccc0', [['gen_ai.operation.name', 'execute_tool']]),
    tool('00000000000000c5', 'ccccccccccccccc0', [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.call.id', 'call_1'],
    ]),
    tool('00000000000000c6', 'ccccccccccccccc0', [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.call.id', 'call_1'],
    ]),
    span(trace, 'ccccccccccccccc0', '', 0, [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', 'mcp-agent'],
    ]),
  ])
  expect((await stored('mcp-agent')).events).toHaveLength(2)
})

test('Claude Code’s tool decisions become approvals and rejections of its session', async () => {
  const answer = await post(
    'logs',
    claudeLogs('session-9', [
      ['tool_decision', { decision: 'accept', tool_name: 'Bash' }],
      ['tool_result', { success: 'true', tool_name: 'Bash' }],
      ['tool_decision', { decision: 'reject', tool_name: 'Write' }],
      ['user_prompt', { prompt: 'secret' }],
    ]),
  )
  expect(answer.body).toEqual({
    partialSuccess: {
      rejectedLogRecords: '1',
      errorMessage: 'not kept: 1 say nothing of an agent, a model or a tool',
    },
  })
  const { runs, events } = await stored('claude-code')
  expect(runs).toMatchObject([{ run_ref: 'session-9' }])
  expect(typesOf(events)).toEqual([
    ['approval', 'Bash'],
    ['tool_call', 'Bash'],
    ['rejection', 'Write'],
  ])
})

test('decisions in attributes become approvals and rejections, and arguments in a map are hashed', async () => {
  const trace = 'd7'.repeat(16)
  const root = 'ddddddddddddddd0'
  const of = (id: string, at: number, pairs: [string, string][]) => span(trace, id, root, at, pairs)
  const call = of('00000000000000d3', 3, [
    ['gen_ai.operation.name', 'execute_tool'],
    ['gen_ai.tool.name', 'pay'],
  ])
  const values = keyValues([['iban', 'SECRET']])
  const map = { key: 'gen_ai.tool.call.arguments', value: { kvlistValue: { values } } }
  await send([
    of('00000000000000d1', 1, [
      ['attestry.decision', 'approve'],
      ['gen_ai.tool.name', 'pay'],
    ]),
    of('00000000000000d2', 2, [['attestry.decision', 'reject']]),
    { ...call, attributes: [...call.attributes, map] },
    span(trace, root, '', 0, [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', 'decided-agent'],
    ]),
  ])
  const { events } = await stored('decided-agent')
  expect(typesOf(events).map(([type, tool]) => [type, tool ?? null])).toEqual([
    ['approval', 'pay'],
    ['rejection', null],
    ['tool_call', 'pay'],
  ])
  expect(events[2]!.payload.arguments_sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(events)).not.toContain('SECRET')
})

test('invalid OTLP is refused with a status that exporters understand, and logged', async () => {
  const reader = await scene.tenant.organization.makeKey({ permissions: ['agent_runs:read'] })
  const json = { ...headers(), 'content-type': 'application/json' }
  const { attributes: _, ...one } = span('d8'.repeat(16), '00000000000000d8', '', 0, [])
  const many = Array.from({ length: 20_001 }, (_, i) => ({
    ...one,
    spanId: (i + 1).toString(16).padStart(16, '0'),
  }))
  const tooMany = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: many }] }] })
  const refusals: [RequestInit, number, number][] = [
    [{ headers: json, body: '{' }, 400, 3],
    [{ headers: json, body: '['.repeat(200_000) }, 400, 3],
    [{ headers: json, body: '{"resourceSpans":5}' }, 400, 3],
    [
      { headers: { ...headers(), 'content-type': 'application/x-protobuf' }, body: Buffer.of(10, 255) },
      400,
      3,
    ],
    [{ headers: { ...headers(), 'content-type': 'text/plain' }, body: '{}' }, 415, 3],
    [{ headers: { ...json, 'content-encoding': 'br' }, body: '{}' }, 415, 3],
    [{ headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' }, 400, 3],
    [{ headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(20 << 20)) }, 413, 8],
    [{ headers: json, body: tooMany }, 413, 8],
    [{ headers: { 'content-type': 'application/json' }, body: '{}' }, 401, 16],
    [{ headers: { ...json, authorization: `Bearer ${reader.key}` }, body: '{}' }, 403, 7],
  ]
  for (const [init, status, code] of refusals) {
    const answer = await fetch(url(), { method: 'POST', ...init })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const protobuf = answer.headers.get('content-type') === 'application/x-protobuf'
    const statusCode = protobuf ? fromBinary(StatusSchema, bytes).code : JSON.parse(String(bytes)).code
    expect([answer.status, statusCode]).toEqual([status, code])
  }
  expect((await fetch(url('metrics'), { method: 'POST', headers: json, body: '{}' })).status).toBe(404)
  const entries = await scene.tenant.sql<{ n: string }>(
    `select count(*) as n from ledger.entries where entry::json ->> 'operation' = 'reportSpans'
     and entry::json ->> 'outcome' = 'refused' and org_id = $1`,
    [scene.tenant.organization.id],
  )
  expect(Number(entries[0]!.n)).toBe(10)
})

test('invalid spans are named in the partial success, and the others are stored', async () => {
  const good = span('e'.repeat(32), 'eeeeeeeeeeeeeee0', '', 0, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', 'partial-agent'],
  ])
  let deep: object = { stringValue: 'x' }
  for (let n = 0; n < 60; n++) deep = { arrayValue: { values: [deep] } }
  const answer = await send([
    good,
    { ...good, spanId: 'ee' },
    { ...good, spanId: 'eeeeeeeeeeeeeee4', parentSpanId: 'ee' },
    { ...good, spanId: 'eeeeeeeeeeeeeee1', startTimeUnixNano: '0' },
    { ...good, spanId: 'eeeeeeeeeeeeeee5', attributes: [...good.attributes, { key: 'deep', value: deep }] },
    span('e'.repeat(32), 'eeeeeeeeeeeeeee3', 'eeeeeeeeeeeeeee0', 1, [['http.request.method', 'GET']]),
  ])
  expect(answer.status).toBe(200)
  expect(answer.body.partialSuccess.rejectedSpans).toBe('4')
  for (const message of [
    'a span_id is not 8 bytes',
    'a parent_span_id is not 8 bytes',
    '2000 to 2099',
    '1 say nothing',
  ])
    expect(answer.body.partialSuccess.errorMessage).toContain(message)
  expect((await stored('partial-agent')).runs).toHaveLength(1)
  const { resourceLogs } = claudeLogs('session-10', [['tool_result', { success: 'true', tool_name: 'Bash' }]])
  const [{ logRecords }] = resourceLogs[0]!.scopeLogs as [{ logRecords: object[] }]
  logRecords.push({ ...logRecords[0]!, spanId: 'ee' })
  const logged = await post('logs', { resourceLogs })
  expect([logged.status, logged.body.partialSuccess.errorMessage]).toEqual([
    200,
    'not kept: a span_id is not 8 bytes',
  ])
})

test('the log has the export call and the settling, with receipts of runs, events and findings', async () => {
  const types = await scene.tenant.sql<{ type: string }>(
    `select distinct r ->> 'type' as type from ledger.entries e, json_array_elements(e.entry::json -> 'receipts') r
     where e.org_id = $1 and e.entry::json ->> 'operation' in ('reportSpans', 'settleSpans')`,
    [scene.tenant.organization.id],
  )
  expect(types.map(({ type }) => type).sort()).toEqual(['agent-events', 'agent-runs', 'findings'])
})
