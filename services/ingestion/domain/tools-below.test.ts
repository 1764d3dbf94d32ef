import { expect, test } from 'vitest'
import { SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Span, SpanKey } from './span.ts'
import { toolsBelow } from './tools-below.ts'

const settled = (id: string, parentId: string, tool?: string): SpanKey => ({
  ...{ id, parentId, tool, call: undefined, said: undefined, from: undefined },
})
const agentSpan = (id: string, agent: string) => ({ id, report: { role: SpanRole.AGENT, agent } }) as Span

test('a tool is below the span of an agent directly or below other tools, and below no span between them', () => {
  const spans = [
    settled('1', 'a', 'search'),
    settled('2', '1', 'erase'),
    settled('3', 'a'),
    settled('4', '3', 'theirs'),
    settled('5', 'elsewhere', 'other'),
  ]
  const found = toolsBelow([agentSpan('a', 'one')], spans)
  expect([...found].map(([id, { tools }]) => [id, tools.map(({ tool }) => tool)])).toEqual([
    ['a', ['search', 'erase']],
  ])
})

test('tools that name each other as their parents are below no agent', () => {
  const spans = [settled('1', '2', 'search'), settled('2', '1', 'erase')]
  expect(toolsBelow([agentSpan('a', 'one')], spans).size).toBe(0)
})

test('very many agents with one id have one list of its tools', () => {
  const spans = Array.from({ length: 4000 }, (_, i) => settled(`t${i}`, 'a', 'search'))
  const agents = Array.from({ length: 50_000 }, (_, i) => agentSpan('a', `agent ${i}`))
  const [[id, below] = [], ...more] = toolsBelow(agents, spans)
  expect([id, below!.agents.size, below!.tools.length, more]).toEqual(['a', 50_000, 4000, []])
})
