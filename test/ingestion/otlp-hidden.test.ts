import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { otlpScene } from './otlp-scene.ts'
import { claudeLogs, keyValues, settlingIdle, span } from './otlp-support.ts'

/** Users, models and tool servers choose texts and ids of an agent's telemetry. None of these texts and ids hides the agent's activity. */
const scene = otlpScene()

let systemId: string
let agent: string
let trace: string
let root: string
beforeEach(async () => {
  agent = `certified ${hex(4)}`
  trace = hex(16)
  root = hex(8)
  systemId = await scene.tenant.system(agent)
  await scene.tenant.profile(systemId, agent, { tools: ['search'], modelName: 'model', modelVersion: '1' })
})

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
type Pairs = [string, string][]
const tool = (name: string, more: Pairs = []) =>
  span(trace, hex(8), root, 2, [
    ['gen_ai.operation.name', 'execute_tool'],
    ['gen_ai.tool.name', name],
    ...more,
  ])
const agentSpan = (more: Pairs = [], id = root, parent = '', name = agent) =>
  span(trace, id, parent, 1, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', name],
    ...more,
  ])
const answered = (model: string, answer: string, parent = root) =>
  span(trace, hex(8), parent, 2, [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.request.model', model],
    ['gen_ai.response.model', answer],
  ])
const LONG = 'x'.repeat(201)
const deep = (): object => {
  let value: object = { stringValue: 'x' }
  for (let n = 0; n < 60; n++) value = { arrayValue: { values: [value] } }
  return value
}
const withoutOperation = (one: ReturnType<typeof span>) => ({
  ...one,
  attributes: one.attributes.filter(({ key }) => key !== 'gen_ai.operation.name'),
})
const withArguments = (one: ReturnType<typeof tool>, value: object) => ({
  ...one,
  attributes: [...one.attributes, { key: 'gen_ai.tool.call.arguments', value }],
})

test.each<[string, () => object[], string]>([
  ['a conversation that is too long', () => [tool('erase', [['session.id', LONG]])], 'erase'],
  ['a conversation with NUL', () => [tool('erase', [['session.id', 'a\0']])], 'erase'],
  ['a conversation with half a surrogate pair', () => [tool('erase', [['session.id', 'a\ud800']])], 'erase'],
  ['the id of a call that is too long', () => [tool('erase', [['gen_ai.tool.call.id', LONG]])], 'erase'],
  ['arguments that are nested too deep', () => [withArguments(tool('erase'), deep())], 'erase'],
  ['a name that is too long', () => [tool(`erase${LONG}`)], `erase${LONG.slice(0, 95)}… sha256:`],
  ['no name', () => [tool('')], '\\(unnamed tool\\)$'],
  ['a name with NUL', () => [tool('erase\0')], 'erase\ufffd… sha256:'],
  ['no operation', () => [withoutOperation(tool('erase'))], 'erase'],
  ['an unknown operation', () => [tool('erase', [['gen_ai.operation.name', 'tool']])], 'erase'],
  [
    'a name with a line break in the name of its span',
    () => [
      {
        ...span(trace, hex(8), root, 2, [['gen_ai.operation.name', 'execute_tool']]),
        name: 'execute_tool a\nb',
      },
    ],
    'a\nb',
  ],
])('an undocumented tool is found in a call with %s', async (_, spans, name) => {
  await send([...spans(), agentSpan()])
  expect(await found()).toEqual([expect.stringMatching(new RegExp(`^${name}`))])
  expect((await scene.tenant.rest(`/gate-status/${systemId}`)).body.reasons).toContain('open_drift_trigger')
})

test('an agent within another is compared with its profile where spans name no operation', async () => {
  const [inner, call, run] = [`inner ${hex(4)}`, hex(8), hex(8)]
  await scene.tenant.profile(systemId, inner, { tools: [], modelName: 'model', modelVersion: '1' })
  const running = (name: string, id: string, parent: string) =>
    withoutOperation(agentSpan([['agent_name', name]], id, parent, name))
  await send([
    withoutOperation(span(trace, hex(8), run, 2, [['gen_ai.tool.name', 'search']])),
    running(inner, run, call),
    withoutOperation(span(trace, call, root, 2, [['gen_ai.tool.name', 'search']])),
    running(agent, root, ''),
  ])
  expect(await found()).toEqual(['search'])
})

test('a too long model name is a finding, as it differs from the documented model', async () => {
  await send([agentSpan([['gen_ai.request.model', `model-${LONG}`]])])
  expect(await found()).toEqual([expect.stringMatching(/^model-x{94}… sha256:[0-9a-f]{64} null$/)])
})

test('the model version comes from the calls below if the agent’s span names only the model', async () => {
  const named: Pairs = [['gen_ai.request.model', 'model']]
  const other = hex(8)
  await send([
    answered('model', 'model-9', other),
    agentSpan(named, other, root, 'another'),
    answered('model', 'model'),
    answered('model', 'model-2'),
    agentSpan(named),
  ])
  expect(await found()).toEqual(['model 2'])
  // An agent of another trace's conversation, and one within another.
  trace = hex(16)
  await send([
    answered('model', 'model-3', other),
    agentSpan(named, other, root),
    agentSpan([], root, '', 'outer'),
  ])
  expect(await found()).toEqual(['model 2', 'model 3'])
  trace = hex(16)
  await send([answered('model', 'model-1'), agentSpan(named)])
  expect(await found()).toHaveLength(2)
})

test.each([
  [
    'a session that another service reported first',
    (first: boolean) => ({ session: agent, first, traceId: '' }),
  ],
  [
    'log records with ids of zeros',
    (first: boolean) => ({ session: `${agent} ${first}`, traceId: '0'.repeat(32) }),
  ],
])('a service’s tools in log records are compared with its own profile: %s', async (_, of) => {
  const idle = await settlingIdle(scene.at.databaseUrl, { idleSeconds: 0, unnamedSeconds: 0 })
  for (const first of [true, false]) {
    const { session, traceId } = of(first)
    const { resourceLogs } = claudeLogs(session, [['tool_result', { success: 'true', tool_name: 'erase' }]])
    const [{ logRecords }] = resourceLogs[0]!.scopeLogs as [{ logRecords: object[] }]
    Object.assign(logRecords[0]!, { traceId, spanId: traceId.slice(16) })
    const resource = { attributes: keyValues([['service.name', first ? 'another' : agent]]) }
    expect(await scene.post('logs', { resourceLogs: [{ ...resourceLogs[0], resource }] })).toEqual(TAKEN)
    if (first) await expect.poll(() => runsWith(session)).toBe(1)
  }
  await expect.poll(found).toEqual(['erase'])
  await idle.stop()
})

async function runsWith(runRef: string): Promise<number> {
  const rows = await scene.tenant.sql('select from ingestion.agent_runs where org_id = $1 and run_ref = $2', [
    scene.tenant.organization.id,
    runRef,
  ])
  return rows.length
}

/** The findings of the system: tools, and models with their versions. */
async function found(): Promise<string[]> {
  const rows = await scene.tenant.sql<{ what: string }>(
    `select coalesce(tool_name, model_name || ' ' || coalesce(model_version, 'null')) as what
     from ingestion.finding_subjects where org_id = $1 and ai_system_id = $2 order by what`,
    [scene.tenant.organization.id, systemId],
  )
  return rows.map(({ what }) => what)
}

async function send(spans: object[]): Promise<void> {
  expect(await scene.send(spans)).toEqual(TAKEN)
}

const TAKEN = { status: 200, body: {} }
