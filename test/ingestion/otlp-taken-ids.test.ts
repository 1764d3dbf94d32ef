import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ownRef } from '../../services/ingestion/domain/spans/trace-agents.ts'
import { otlpScene } from './otlp-scene.ts'
import { span, storedOf, typesOf } from './otlp-support.ts'

/** Whoever may report spans and knows the ids of another's, as a server does whose client names them, keeps none of them out. */
const scene = otlpScene()
const { send } = scene

let systemId: string
let agent: string
let trace: string
let root: string
let call: string
beforeEach(async () => {
  agent = `certified ${hex(4)}`
  trace = hex(16)
  root = hex(8)
  call = hex(8)
  systemId = await scene.tenant.system(agent)
  await scene.tenant.profile(systemId, agent, { tools: ['search'], modelName: 'model' })
})

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
type Pairs = [string, string][]
const tool = (name: string, parent: string, id = hex(8), more: Pairs = []) =>
  span(trace, id, parent, 2, [['gen_ai.operation.name', 'execute_tool'], ['gen_ai.tool.name', name], ...more])
const agentSpan = (name: string, id: string, parent = '', more: Pairs = []) =>
  span(trace, id, parent, 1, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', name],
    ...more,
  ])
const model = (id: string, parent: string) =>
  span(trace, id, parent, 1, [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.request.model', 'model'],
  ])
const honest = () => [tool('search', root), tool('erase', root, call), agentSpan(agent, root)]

const TAKEN: [string, () => object[]][] = [
  ['its call, by a call of a tool that is documented', () => [tool('search', root, call)]],
  ['its call, by one that was stored', () => [agentSpan('other', hex(8)), tool('search', root, call)]],
  ['its call, by a call of a model', () => [model(call, root)]],
  ['its call, by the same call of another agent', () => other('erase', call)],
  ['its own, by another agent', () => [agentSpan('other', root)]],
  ['its own, by a call of a model', () => [model(root, '')]],
  [
    'its call and itself, by spans that name each other',
    () => [tool('erase', 'b'.repeat(16), call), tool('erase', call, 'b'.repeat(16))],
  ],
]

/** A call of a tool that another agent makes. */
function other(name: string, id: string, parent = '', more: Pairs = []): object[] {
  const own = hex(8)
  return [tool(name, parent || own, id, more), agentSpan('other', own)]
}

test.each(TAKEN)('an agent’s undocumented tool is found if somebody took the ids of %s', async (_, taken) => {
  await send(taken())
  await send(honest())
  expect(await found()).toEqual(['erase'])
  expect((await scene.tenant.rest(`/gate-status/${systemId}`)).body.reasons).toContain('open_drift_trigger')
})

test.each(TAKEN.slice(0, 4))(
  'an agent’s undocumented tool is found if each span comes alone and its agent’s last: %s',
  async (_, taken) => {
    await send([agentSpan('other', hex(8))])
    await send(taken())
    for (const one of honest()) await send([one])
    expect(await found()).toEqual(['erase'])
  },
)

test.each(TAKEN)('an agent’s undocumented tool is found if both come in one export: %s', async (_, taken) => {
  await send([...taken(), ...honest()])
  expect(await found()).toEqual(['erase'])
})

test.each([
  ['a documented tool', () => tool('search', root, call)],
  ['a model', () => model(call, root)],
  ['another agent', () => tool('erase', hex(8), call)],
])(
  'an agent’s undocumented tool is found if its call waits beside an earlier span of %s with its ids',
  async (_, taken) => {
    await send([taken()])
    for (const one of honest()) await send([one])
    expect(await found()).toEqual(['erase'])
    const waiting = 'select span_id from ingestion.spans where org_id = $1'
    expect(await scene.tenant.sql(waiting, [scene.tenant.organization.id])).toEqual([])
  },
)

test.each<[string, () => object[]]>([
  ['the spans below its call', () => other('erase', hex(8), call)],
  ['the id of its call', () => other('erase', hex(8), '', [['gen_ai.tool.call.id', 'call_0']])],
])(
  'an agent’s undocumented tool is found if somebody reports %s first, of another agent',
  async (_, first) => {
    const own = () => tool('erase', root, call, [['gen_ai.tool.call.id', 'call_0']])
    await send(first())
    await send([own(), agentSpan(agent, root)])
    expect(await found()).toEqual(['erase'])
    await scene.tenant.profile(systemId, `later ${agent}`, { tools: ['search'] })
    ;[trace, root, call] = [hex(16), hex(8), hex(8)]
    await send(first())
    await send([own()])
    await send([agentSpan(`later ${agent}`, root)])
    expect(await found()).toEqual(['erase', 'erase'])
  },
)

test('an agent’s undocumented tool is found if many agents that document it took its span’s ids first', async () => {
  const others = Array.from({ length: 9 }, (_, n) => `other ${n} ${hex(4)}`)
  const wide = await scene.tenant.system(`wide ${hex(4)}`)
  for (const name of others) await scene.tenant.profile(wide, name, { tools: ['erase'], modelName: 'model' })
  await send(others.map((name) => agentSpan(name, root, hex(8))))
  await send([
    tool('erase', root, call),
    { ...agentSpan(agent, root), startTimeUnixNano: '1900000000000000000' },
  ])
  expect(await found()).toEqual(['erase'])
})

test('another model of an agent is found if somebody took its span’s ids', async () => {
  await send([agentSpan(agent, root, '', [['gen_ai.request.model', 'model']])])
  await send([agentSpan(agent, root, '', [['gen_ai.request.model', 'other']])])
  expect(await found()).toEqual(['other'])
})

test('other models of an agent are found if somebody took the run_refs of its trace', async () => {
  const taken = [trace, ownRef(trace, agent)].map((run_ref) => ({
    run_ref,
    agent_identity: 'other',
    started_at: '2026-01-02T03:04:05Z',
  }))
  expect((await scene.tenant.rest('/agent-runs', { runs: taken })).status).toBe(201)
  for (const name of ['other', 'other', 'third'])
    await send([agentSpan(agent, root, '', [['gen_ai.request.model', name]])])
  expect(await found()).toEqual(['other', 'third'])
  expect((await storedOf(scene.tenant, agent)).runs).toHaveLength(2)
})

test('a submitted event with a span’s ids is not taken for the event of another tool', async () => {
  await send([agentSpan(agent, root)])
  const [run] = (await storedOf(scene.tenant, agent)).runs
  const start = 1_700_000_000_000_000
  const forged = await scene.tenant.rest(`/agent-runs/${run!.id}/events`, {
    events: [
      {
        ...{ seq: start, event_type: 'tool_call', tool_name: 'search', occurred_at: '2026-01-01T00:00:00Z' },
        payload: { trace_id: trace, span_id: call },
      },
    ],
  })
  expect(forged.status).toBe(201)
  const startTimeUnixNano = `${start}000`
  await send([{ ...tool('erase', root, call), startTimeUnixNano }])
  expect(await found()).toEqual(['erase'])
})

test('a resent span adds nothing, and the later event with its ids says so', async () => {
  const spans = honest()
  await send([tool('search', root, call), agentSpan(agent, root)])
  for (let n = 0; n < 3; n++) await send(spans)
  const { events } = await storedOf(scene.tenant, agent)
  expect(
    typesOf(events)
      .map(([, name]) => name)
      .sort(),
  ).toEqual(['erase', 'search', 'search'])
  const payloads = await scene.tenant.sql<{ tool: string; differs: string | null }>(
    `select record::json ->> 'tool_name' as tool, record::json #>> '{payload,differs}' as differs
     from ingestion.agent_events where org_id = $1 and record::json #>> '{payload,span_id}' = $2 order by tool`,
    [scene.tenant.organization.id, call],
  )
  expect(payloads).toEqual([
    { tool: 'erase', differs: expect.stringMatching(/^[\w-]{11}$/) },
    { tool: 'search', differs: null },
  ])
  const [count] = await scene.tenant.sql<{ occurrences: string }>(
    'select occurrences from ingestion.finding_subjects where org_id = $1 and ai_system_id = $2',
    [scene.tenant.organization.id, systemId],
  )
  expect(Number(count!.occurrences)).toBe(1)
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
