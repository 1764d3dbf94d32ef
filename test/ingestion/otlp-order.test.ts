import { expect, test } from 'vitest'
import { otlpScene } from './otlp-scene.ts'
import { settlingIdle, span, storedOf, typesOf } from './otlp-support.ts'

/** Spans arrive in any order, in several exports, repeatedly, or without a root. */
const scene = otlpScene()
const { send } = scene

const stored = (agent: string) => storedOf(scene.tenant, agent)

test('spans may arrive in any order, in several exports and twice, with the root last', async () => {
  const trace = 'a1'.repeat(16)
  const call = (id: string, at: number, name: string, more: object[] = []) =>
    span(trace, id, 'aaaaaaaaaaaaaaa0', at, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', name],
      ...(more as [string, string][]),
    ])
  const second = await send([call('00000000000000b2', 2, 'second'), call('00000000000000b1', 2, 'twin')])
  expect(second).toEqual({ status: 200, body: {} })
  expect((await stored('late-root')).runs).toEqual([])
  const root = span(
    trace,
    'aaaaaaaaaaaaaaa0',
    '',
    0,
    [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', 'late-root'],
      ['gen_ai.conversation.id', 'conversation 7'],
    ],
    { code: 2 },
  )
  await send([call('00000000000000b3', 1, 'first')])
  await send([root])
  await send([root, call('00000000000000b2', 2, 'second')])
  await send([call('00000000000000b4', 1.5, 'late')])
  const { runs, events } = await stored('late-root')
  expect(runs).toMatchObject([{ run_ref: 'conversation 7', status: 'failed' }])
  expect(events.map(({ tool_name }) => tool_name)).toEqual(['first', 'late', 'second', 'twin'])

  // Another trace of the conversation belongs to the same run.
  await send([
    span('b'.repeat(32), 'bbbbbbbbbbbbbbb0', '', 5, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', 'next'],
      ['gen_ai.conversation.id', 'conversation 7'],
    ]),
  ])
  const after = await stored('late-root')
  expect(after.runs).toHaveLength(1)
  expect(after.events.map(({ tool_name }) => tool_name)).toContain('next')
})

test('calls that began in the same millisecond are ordered by their end, also those that waited', async () => {
  const trace = 'e1'.repeat(16)
  const call = (id: string, name: string) =>
    span(trace, id, 'e0e0e0e0e0e0e0e0', 1, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', name],
    ])
  await send([call('000000000000000f', 'one'), call('000000000000000c', 'two')])
  await send([call('000000000000000d', 'three'), call('000000000000000a', 'four')])
  await send([
    call('000000000000000b', 'five'),
    span(trace, 'e0e0e0e0e0e0e0e0', '', 1, [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', 'quick-agent'],
    ]),
  ])
  const { events } = await stored('quick-agent')
  expect(events.map(({ tool_name }) => tool_name)).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('spans that an earlier version settled as one row each are recognized', async () => {
  const trace = 'f'.repeat(32)
  const root = span(trace, 'fffffffffffffff0', '', 0, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', 'earlier-agent'],
  ])
  const call = (id: string, name: string) =>
    span(trace, id, 'fffffffffffffff0', 1, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', name],
    ])
  await send([root, call('00000000000000f1', 'search')])
  await scene.tenant.sql(
    `with packed as (delete from ingestion.settled_spans where trace_id = decode($1, 'hex') returning *)
     insert into ingestion.spans (org_id, trace_id, span_id, parent_id, tool_name, tool_call_id, run_id)
     select org_id, trace_id, decode(s ->> 0, 'hex'), decode(s ->> 1, 'hex'), s ->> 2, s ->> 3, run_id
     from packed, jsonb_array_elements(spans::jsonb) s`,
    [trace],
  )
  await send([root, call('00000000000000f1', 'search'), call('00000000000000f2', 'book')])
  const { runs, events } = await stored('earlier-agent')
  expect(runs).toHaveLength(1)
  expect(typesOf(events)).toEqual([
    ['tool_call', 'search'],
    ['tool_call', 'book'],
  ])
})

test('events of two traces of one conversation in one export are placed by their own start', async () => {
  const traceOf = (digit: string, at: number) => {
    const root = `${digit.repeat(15)}0`
    return [
      span(digit.repeat(32), root, '', at, [
        ['gen_ai.operation.name', 'invoke_agent'],
        ['gen_ai.agent.name', 'two-traces'],
        ['gen_ai.conversation.id', 'conversation 8'],
      ]),
      span(digit.repeat(32), `${digit.repeat(15)}1`, root, at + 1, [
        ['gen_ai.operation.name', 'execute_tool'],
        ['gen_ai.tool.name', `tool ${at}`],
      ]),
    ]
  }
  await send([...traceOf('8', 20), ...traceOf('9', 10)])
  const { runs, events } = await stored('two-traces')
  expect(runs).toHaveLength(1)
  expect(events.map(({ tool_name }) => tool_name)).toEqual(['tool 10', 'tool 20'])
  expect(events[1]!.seq - events[0]!.seq).toBe(10_000_000)
})

test('a trace without its root is completed after a while, under its sender’s name', async () => {
  await send([
    span('d'.repeat(32), '00000000000000d1', 'ddddddddddddddd0', 1, [
      ['openinference.span.kind', 'TOOL'],
      ['tool.name', 'lookup'],
    ]),
  ])
  const idle = await settlingIdle(scene.at.databaseUrl, { idleSeconds: 0, unnamedSeconds: 0 })
  await expect.poll(async () => (await stored('agents')).events.length).toBe(1)
  await idle.stop()
})
