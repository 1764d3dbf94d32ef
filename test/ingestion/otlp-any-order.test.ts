import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { otlpScene } from './otlp-scene.ts'
import { keyValues, span } from './otlp-support.ts'

/** Whatever the order, exports and times of the spans of a trace: every finding of a single export is found, and once. */
const scene = otlpScene()

test('a tool in an export after its agent’s span is compared with the agent’s profile', async () => {
  const { agent, systemId } = await certified()
  const { root, inner, named, tool } = traceOf()
  const step = hex(8)
  await send([root])
  await send([named(agent, inner, root.spanId), named('a step', step, inner)])
  await send([tool('erase', inner), tool('shred', step), tool('search', inner)])
  expect(await found(systemId)).toEqual({ erase: 1, shred: 1 })
})

test('tools of a nested agent are compared with both agents’ profiles, whichever span comes last', async () => {
  const outer = await certified()
  const { root, inner, named, tool } = traceOf()
  const within = hex(8)
  await send([root])
  await send([tool('erase', within)])
  await send([named('another', within, inner)])
  await send([named(outer.agent, inner, root.spanId)])
  expect(await found(outer.systemId)).toEqual({ erase: 1 })
})

test('an agent span reported several times at once counts each earlier tool once', async () => {
  for (let n = 0; n < 5; n++) {
    const { agent, systemId } = await certified()
    const { root, inner, named, tool } = traceOf()
    await send([root])
    await send([tool('erase', inner), tool('shred', inner)])
    const last = named(agent, inner, root.spanId)
    await Promise.all(Array.from({ length: 6 }, () => send([last])))
    expect(await found(systemId)).toEqual({ erase: 1, shred: 1 })
  }
})

test('a tool and its agent’s span that arrive simultaneously are compared, and count once', async () => {
  for (let n = 0; n < 10; n++) {
    const { agent, systemId } = await certified()
    const { root, inner, named, tool } = traceOf()
    await send([root])
    await Promise.all([send([tool('erase', inner)]), send([named(agent, inner, root.spanId)])])
    expect(await found(systemId)).toEqual({ erase: 1 })
  }
})

test('spans of a call that ended before reading again are compared on a resend, and count once', async () => {
  for (const last of ['agent', 'tool']) {
    const { agent, systemId } = await certified()
    const { root, inner, named, tool } = traceOf()
    const sent = { agent: named(agent, inner, root.spanId), tool: tool('erase', inner) }
    await send([root])
    await send([sent.tool])
    // The other call settled its span in the same moment, and neither process has read again.
    await settledElsewhere(root.traceId, [inner, root.spanId, null, null, null, agent])
    expect(await found(systemId)).toEqual({})
    for (let n = 0; n < 2; n++) await send([sent[last as keyof typeof sent]])
    await send([sent.agent, sent.tool])
    expect(await found(systemId)).toEqual({ erase: 1 })
  }
})

test('a resent span is compared with another of its ids that another call settled', async () => {
  const { agent, systemId } = await certified()
  const { root, inner, named, tool } = traceOf()
  const sent = [named('a step', inner, root.spanId), tool('erase', inner)]
  await send([root])
  await send(sent)
  await settledElsewhere(root.traceId, [inner, root.spanId, null, null, 'other', agent])
  await send(sent)
  expect(await found(systemId)).toEqual({ erase: 1 })
})

test('a resent span of a call that was reported by another span counts once', async () => {
  const { agent, systemId } = await certified()
  const { root, inner, named, tool } = traceOf()
  const [call, client] = [hex(8), hex(8)]
  const repeated = tool('erase', call, client)
  await send([root, named(agent, inner, root.spanId), tool('erase', inner, call), repeated])
  expect(await found(systemId)).toEqual({ erase: 1 })
  for (let n = 0; n < 2; n++) {
    await send([tool('erase', root.spanId)])
    await send([repeated])
  }
  expect(await found(systemId)).toEqual({ erase: 1 })
})

test('a tool call reported by its client and, in another export, by its server counts once', async () => {
  const { agent, systemId } = await certified()
  const { root, inner, named, tool } = traceOf()
  const [call, client] = [hex(8), hex(8)]
  await send([
    root,
    named(agent, inner, root.spanId),
    tool('erase', inner, call),
    tool('erase', call, client),
  ])
  const server = tool('erase', client)
  await send([server])
  expect(await found(systemId)).toEqual({ erase: 1 })
  const rows = await scene.tenant.sql(
    `select record::json #>> '{payload,span_id}' as span from ingestion.agent_events
     where org_id = $1 and record::json #>> '{payload,trace_id}' = $2`,
    [scene.tenant.organization.id, root.traceId],
  )
  expect(rows).toEqual([{ span: call }])
})

test('another model of an agent that reported before is found once in an export', async () => {
  const { agent, systemId } = await certified()
  const { root, inner, named, tool } = traceOf()
  const asking = keyValues([
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.request.model', 'other'],
    ['gen_ai.response.model', 'other-2'],
  ])
  await send([root, named(agent, inner, root.spanId)])
  const step = named(agent, hex(8), inner)
  step.attributes.push(...keyValues([['gen_ai.request.model', 'other']]))
  await send([{ ...tool('', inner), attributes: asking }, step])
  const models = await scene.tenant.sql(
    `select model_name as name, model_version as version from ingestion.finding_subjects
     where org_id = $1 and ai_system_id = $2`,
    [scene.tenant.organization.id, systemId],
  )
  expect(models).toEqual([{ name: 'other', version: '2' }])
})

test('the spans of a trace give the same tool findings in any order and any split into exports', async () => {
  for (let n = 0; n < 8; n++) {
    const agents = await Promise.all([certified(), certified(), certified()])
    const systems = agents.map(({ systemId }) => systemId)
    const nameOf = (place: number): string => agents[place % agents.length]!.agent
    const shape = shapeOf(agents.length)
    await send(spansOf(shape, nameOf))
    const expected = await Promise.all(systems.map(async (id) => Object.keys(await found(id))))
    // The same trace of other agents, in another order.
    const others = await Promise.all([certified(), certified(), certified()])
    const [root, ...rest] = spansOf(shape, (place) => others[place % others.length]!.agent)
    const exports = cut([root!, ...shuffled(rest)])
    for (const one of exports) await send(one)
    const actual = await Promise.all(others.map(async ({ systemId }) => Object.keys(await found(systemId))))
    const lacking = expected.map((tools, i) => tools.filter((one) => !actual[i]!.includes(one)))
    expect(
      lacking,
      JSON.stringify({ shape, exports: exports.map((one) => one.map(({ spanId }) => spanId)) }),
    ).toEqual([[], [], []])
  }
})

/** The spans below a root: the place of the parent, and whether each is an agent's. */
type Shape = { parent: number; agent: number | undefined }[]

function shapeOf(agents: number): Shape {
  return Array.from({ length: 9 }, (_, n) => ({
    parent: Math.floor(Math.random() * (n + 1)),
    agent: Math.random() < 0.5 ? Math.floor(Math.random() * agents) : undefined,
  }))
}

function spansOf(shape: Shape, nameOf: (place: number) => string) {
  const { root, named, tool } = traceOf()
  const ids = [root.spanId, ...shape.map(() => hex(8))]
  return [
    root,
    ...shape.map(({ parent, agent }, n) =>
      agent === undefined
        ? tool(`tool ${n}`, ids[parent]!, ids[n + 1])
        : named(nameOf(agent), ids[n + 1]!, ids[parent]!),
    ),
  ]
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, by: Math.random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one)
}

function cut<T>(list: readonly T[]): T[][] {
  const parts: T[][] = []
  for (const one of list) {
    const last = parts.at(-1)
    if (last === undefined || Math.random() < 0.5) parts.push([one])
    else last.push(one)
  }
  return parts
}

async function certified(): Promise<{ agent: string; systemId: string }> {
  const agent = `certified ${hex(4)}`
  const systemId = await scene.tenant.system(agent)
  await scene.tenant.profile(systemId, agent, { tools: ['search'], modelName: 'model' })
  return { agent, systemId }
}

function traceOf() {
  const trace = hex(16)
  const named = (name: string, id: string, parent: string) =>
    span(trace, id, parent, 1, [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', name],
    ])
  const tool = (name: string, parent: string, id = hex(8)) =>
    span(trace, id, parent, 2, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', name],
    ])
  return { root: named('outermost', hex(8), ''), inner: hex(8), named, tool }
}

/** A span that another call settles in this moment, and of which nothing has read again. */
async function settledElsewhere(traceId: string, packed: (string | null)[]): Promise<void> {
  await scene.tenant.sql(
    `insert into ingestion.settled_spans (org_id, trace_id, id, run_id, spans)
     select org_id, trace_id, gen_random_uuid(), run_id, $3 from ingestion.settled_spans
     where org_id = $1 and trace_id = decode($2, 'hex') limit 1`,
    [scene.tenant.organization.id, traceId, JSON.stringify([packed])],
  )
}

async function found(systemId: string): Promise<{ [tool: string]: number }> {
  const rows = await scene.tenant.sql<{ tool: string; n: number }>(
    `select tool_name as tool, occurrences::int as n from ingestion.finding_subjects
     where org_id = $1 and ai_system_id = $2 order by tool`,
    [scene.tenant.organization.id, systemId],
  )
  return Object.fromEntries(rows.map(({ tool, n }) => [tool, n]))
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

async function send(spans: object[]): Promise<void> {
  expect(await scene.send(spans)).toEqual({ status: 200, body: {} })
}
