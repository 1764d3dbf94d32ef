import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SpanReportSchema, SpanRole } from '../../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { Span } from './span.ts'
import { agentsAbove, namedAgents, nearest, runsOfAgents } from './trace-agents.ts'

const span = (id: string, parentId: string, agent?: string, modelName?: string): Span =>
  ({
    ...{ id, parentId, agent, traceId: 'a'.repeat(32) },
    report: create(SpanReportSchema, {
      role: agent === undefined ? SpanRole.MODEL : SpanRole.AGENT,
      startedAt: timestamp(new Date(0)),
      ...(agent === undefined ? {} : { agent }),
      ...(modelName === undefined ? {} : { modelName }),
    }),
  }) as Span
const above = (spans: Span[]) =>
  [...agentsAbove(spans, namedAgents(spans))].map(([{ id }, agents]) => [id, nearest(agents)])

test('a span belongs to the agents of the spans above it, in any order of the spans', () => {
  const spans = [
    span('4', '3'),
    span('3', '2', 'inner'),
    span('2', '1'),
    span('1', '', 'outer'),
    span('5', '9'),
  ]
  expect(new Map(above(spans) as [string, string[]][])).toEqual(
    new Map([
      ['4', ['inner', 'outer']],
      ['3', ['inner', 'outer']],
      ['2', ['outer']],
      ['1', ['outer']],
      ['5', []],
    ]),
  )
})

test('spans that are their own ancestors do not loop', () => {
  const spans = [span('1', '2', 'a'), span('2', '3', 'b'), span('3', '1'), span('4', '4', 'c')]
  for (const [, agents] of above(spans)) expect((agents as string[]).length).toBeLessThanOrEqual(2)
})

test('the nearest eight of 20,000 nested agents count, and each agent has its first model', () => {
  const spans = Array.from({ length: 20_000 }, (_, n) => span(`${n}`, `${n - 1}`, `agent ${n}`, `model ${n}`))
  const found = agentsAbove(spans, namedAgents(spans))
  expect(nearest(found.get(spans.at(-1)!))).toEqual(
    Array.from({ length: 8 }, (_, n) => `agent ${19_999 - n}`),
  )
  const runs = runsOfAgents(spans, found)
  expect(runs).toHaveLength(20_000)
  expect(runs[7]).toMatchObject({ agentIdentity: 'agent 7', modelName: 'model 7' })
})

test('a span below an id of several spans belongs to the agents of all of them', () => {
  const spans = [
    span('4', '3'),
    span('3', '9', 'first'),
    span('3', '2', 'second'),
    span('2', '8'),
    span('2', '1', 'third'),
    span('1', '', 'outer'),
  ]
  const found = agentsAbove(spans, namedAgents(spans))
  expect(nearest(found.get(spans[0]!)).sort()).toEqual(['first', 'outer', 'second', 'third'])
})

test('an agent is not pushed out by agents of another span with the same id', () => {
  const many = Array.from({ length: 20 }, (_, n) => span(n === 0 ? '1' : `m${n}`, `m${n + 1}`, `many ${n}`))
  const spans = [...many, span('1', '', 'own'), span('2', '1')]
  expect(nearest(agentsAbove(spans, namedAgents(spans)).get(spans.at(-1)!))).toContain('own')
})
