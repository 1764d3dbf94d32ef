import { expect, test } from 'vitest'
import type { SpanKey } from './span.ts'
import { toolsBelow } from './tools-below.ts'

const span = (id: string, parentId: string, tool?: string, agent?: string): SpanKey => ({
  ...{ id, parentId, tool, agent, call: undefined, content: undefined, origin: undefined },
})
const found = (since: SpanKey[], settled: SpanKey[], agents: string[]) => {
  const tools = toolsBelow(since, settled, new Set(agents), (_, { tool }) => tool !== 'search')
  return [...tools].map(([agent, spans]) => [agent, spans.map(({ tool }) => tool)])
}

test('toolsBelow finds tools below an agent’s span directly, below other spans and below other agents', () => {
  const settled = [
    span('1', 'a', 'search'),
    span('2', '1', 'erase'),
    span('3', 'a', undefined, 'another'),
    span('4', '3', 'theirs'),
    span('5', 'elsewhere', 'other'),
  ]
  expect(found([span('a', '', undefined, 'one')], settled, ['one', 'another'])).toEqual([
    ['one', ['erase', 'theirs']],
  ])
})

test('a span that arrives between an agent and its tools connects them', () => {
  const settled = [span('a', '', undefined, 'one'), span('1', 'between', 'erase'), span('2', 'a', 'other')]
  expect(found([span('between', 'a')], settled, ['one'])).toEqual([['one', ['erase']]])
})

test('tools that name each other as parents are below no agent', () => {
  const settled = [span('1', '2', 'erase'), span('2', '1', 'erase')]
  expect(found([span('a', '', undefined, 'one')], settled, ['one'])).toEqual([])
})

test('many agents with an agent’s ids do not push it out', () => {
  const others = Array.from({ length: 40 }, (_, n) => `other ${n}`)
  const since = [...others, 'one'].map((agent) => span('a', '', undefined, agent))
  const lacks = (agent: string): boolean => agent === 'one'
  const tools = toolsBelow(since, [span('1', 'a', 'erase')], new Set([...others, 'one']), lacks)
  expect([...tools.keys()]).toContain('one')
})

test('of very many agents with one id, at most 16 are looked at', () => {
  const settled = Array.from({ length: 4000 }, (_, i) => span(`t${i}`, 'a', 'erase'))
  const agents = Array.from({ length: 50_000 }, (_, i) => `agent ${i}`)
  const since = agents.map((agent) => span('a', '', undefined, agent))
  expect(found(since, settled, agents).length).toBeLessThanOrEqual(16)
})
