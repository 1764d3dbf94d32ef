import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { otlpScene } from './otlp-scene.ts'
import { keyValues, span, storedOf } from './otlp-support.ts'

/** A service that names no agent is one by its name, also where another service that is traced calls it. */
const scene = otlpScene()

let systemId: string
/** A service that names no agent, and the agent that calls it, whose profile documents everything. */
let service: string
let lax: string
let trace: string
let outer: string
let call: string
let entry: string
beforeEach(async () => {
  service = `service ${hex(4)}`
  lax = `lax ${hex(4)}`
  trace = hex(16)
  ;[outer, call, entry] = [hex(8), hex(8), hex(8)]
  systemId = await scene.tenant.system(service)
  await scene.tenant.profile(systemId, service, { tools: ['search'], modelName: 'model' })
  const other = await scene.tenant.system(lax)
  await scene.tenant.profile(other, lax, { tools: ['erase', 'search', 'ask'], modelName: 'other' })
})

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const REMOTE = 0x300
type Pairs = [string, string][]
const tool = (name: string, parent: string, id = hex(8)) =>
  span(trace, id, parent, 2, [
    ['gen_ai.operation.name', 'execute_tool'],
    ['gen_ai.tool.name', name],
  ])
const model = (name: string, parent: string, at = 2) =>
  span(trace, hex(8), parent, at, [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.request.model', name],
  ])
const agentSpan = (name: string, id: string, parent = '', more: Pairs = []) =>
  span(trace, id, parent, 1, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', name],
    ...more,
  ])
/** The span of a server that does not mention an agent. */
const served = (parent = call) => ({
  ...span(trace, entry, parent, 1, [['http.request.method', 'POST']]),
  flags: REMOTE,
})
const caller = () => ofService('caller', [tool('ask', outer, call), agentSpan(lax, outer)])

const ORDERS: [string, () => object[][]][] = [
  ['in one export', () => [[...own(), ...caller()]]],
  ['its spans first', () => [own(), caller()]],
  ['its spans last', () => [caller(), own()]],
]
const own = () =>
  ofService(service, [tool('erase', entry), tool('search', entry), model('other', entry), served()])

test.each(ORDERS)('a service’s tools and model are compared with its own profile: %s', async (_, of) => {
  const exports = of()
  for (const one of exports) await send(one)
  expect(await found()).toEqual(['erase', 'other'])
  expect((await scene.tenant.rest(`/gate-status/${systemId}`)).body.reasons).toContain('open_drift_trigger')
  // A tool that is sent again is found once.
  for (const one of exports) await send(one)
  expect(await occurrences()).toEqual([1, 1])
})

test('a service’s documented tools and model give no finding and no run', async () => {
  await send([...caller(), ...ofService(service, [tool('search', entry), model('model', entry), served()])])
  expect(await found()).toEqual([])
  expect((await storedOf(scene.tenant, service)).runs).toEqual([])
})

const SERVER = 2
const CLIENT = 3
const mcp = (name: string, parent: string, kind: number, id = hex(8)) => ({
  ...span(trace, id, parent, 2, [
    ['mcp.method.name', 'tools/call'],
    ['gen_ai.tool.name', name],
  ]),
  kind,
})

const inner = hex(8)
test.each<[string, () => object[]]>([
  ['below the span of the call', () => [tool('ask', call), served()]],
  ['below the span of its server', () => [tool('ask', entry), served()]],
  // The span of the client of HTTP is no agent's, and is not kept.
  ['of MCP, by its kind', () => [mcp('ask', entry, SERVER), served(hex(8))]],
  ['of MCP, and its function', () => [tool('ask', inner), mcp('ask', entry, SERVER, inner), served(hex(8))]],
])('the call that a service serves counts for its caller only: %s', async (_, of) => {
  const own = ofService(service, [...of(), tool('search', entry)])
  await send([...caller(), ...own])
  await send(own)
  expect(await found()).toEqual([])
})

test('a call that a service makes as an MCP client is its own, also directly below another process', async () => {
  await send([...caller(), ...ofService(service, [{ ...mcp('erase', call, CLIENT), flags: REMOTE }])])
  expect(await found()).toEqual(['erase'])
})

test('a conversation that the calling service began does not hide the service’s tools', async () => {
  const conversation: Pairs = [['gen_ai.conversation.id', hex(8)]]
  await send(ofService('caller', [agentSpan(lax, outer, '', conversation)]))
  trace = hex(16)
  const pairs: Pairs = [...conversation, ['http.request.method', 'POST']]
  const root = span(trace, outer, '', 1, pairs)
  await send([...ofService('caller', [root]), ...ofService(service, [tool('erase', entry), served(outer)])])
  expect(await found()).toEqual(['erase'])
})

test('a forged agent span with the ids of the call does not hide the service’s tools', async () => {
  const forged = ofService(service, [agentSpan(lax, call, hex(8))])
  await send([...forged, ...own(), ...caller()])
  expect(await found()).toEqual(['erase', 'other'])
})

// The spans of a call that somebody who knows its ids sent before.
test.each<[string, (id: string) => object[]]>([
  ['of the other service', (id) => ofService('caller', [mcp('erase', entry, CLIENT, id)])],
  ['told of by a server', (id) => ofService(service, [mcp('erase', entry, SERVER, id)])],
  ['of its server', (id) => ofService('caller', [mcp('erase', entry, SERVER, id)])],
])('an earlier forged call %s does not hide the service’s call', async (_, before) => {
  const twice = async (exports: object[][]) => {
    for (const one of exports) for (let n = 0; n < 2; n++) await send(one)
  }
  const id = hex(8)
  const own = ofService(service, [mcp('erase', entry, CLIENT, id), served()])
  await twice([[...before(id), ...caller()], own])
  expect(await found()).toEqual(['erase'])
  trace = hex(16)
  await twice([before(id), ofService(service, [mcp('erase', entry, CLIENT, id)]), [...caller(), ...own]])
  expect(await occurrences()).toEqual([2])
})

test('an agent within a service is compared only with its own profile', async () => {
  const inner = `inner ${hex(4)}`
  const other = await scene.tenant.system(inner)
  await scene.tenant.profile(other, inner, { tools: ['erase'], modelName: 'other' })
  const [agent, step] = [hex(8), hex(8)]
  const spans = [tool('erase', step), model('other', agent), agentSpan(inner, agent, entry), served()]
  const between = span(trace, step, agent, 2, [['openinference.span.kind', 'CHAIN']])
  await send([...caller(), ...ofService(service, [...spans, between])])
  expect(await found()).toEqual([])
})

test('a service without a profile is a gap if it calls tools of its own, not if it serves others’ calls', async () => {
  const [undocumented, server] = [`undocumented ${hex(4)}`, `server ${hex(4)}`]
  await send([
    ...caller(),
    ...ofService(undocumented, [tool('erase', entry), model('any', entry), served()]),
    ...ofService(server, [{ ...tool('ask', call), flags: REMOTE }]),
  ])
  const gaps = await scene.tenant.sql<{ agent_identity: string }>(
    `select agent_identity from ingestion.finding_subjects
     where org_id = $1 and kind = 'gap' and agent_identity = any ($2)`,
    [scene.tenant.organization.id, [undocumented, server, 'caller']],
  )
  expect(gaps).toEqual([{ agent_identity: undocumented }])
  const { runs, events } = await storedOf(scene.tenant, undocumented)
  expect([runs.map(({ run_ref }) => run_ref), events]).toEqual([[expect.stringContaining(trace)], []])
})

/** The findings of the system: tools, and models by name. */
async function found(): Promise<string[]> {
  const rows = await scene.tenant.sql<{ what: string }>(
    `select coalesce(tool_name, model_name) as what from ingestion.finding_subjects
     where org_id = $1 and ai_system_id = $2 order by what`,
    [scene.tenant.organization.id, systemId],
  )
  return rows.map(({ what }) => what)
}

/** The occurrences of each finding. */
async function occurrences(): Promise<number[]> {
  const rows = await scene.tenant.sql<{ n: number }>(
    'select occurrences::int as n from ingestion.finding_subjects where org_id = $1 and ai_system_id = $2',
    [scene.tenant.organization.id, systemId],
  )
  return rows.map(({ n }) => n)
}

function ofService(name: string, spans: object[]): object[] {
  return [{ resource: { attributes: keyValues([['service.name', name]]) }, scopeSpans: [{ spans }] }]
}

async function send(resourceSpans: object[]): Promise<void> {
  expect((await scene.post('traces', { resourceSpans })).status).toBe(200)
}
