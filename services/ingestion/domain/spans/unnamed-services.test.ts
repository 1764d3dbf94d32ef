import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SpanReportSchema, SpanRole } from '../../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Span } from './span.ts'
import { unnamedServices } from './unnamed-services.ts'

const span = (id: string, parentId: string, service: string, more: { agent?: string; root?: boolean } = {}) =>
  ({
    ...{ id, parentId, traceId: 'a'.repeat(32) },
    report: create(SpanReportSchema, { role: SpanRole.MODEL, modelName: 'any', service, ...more }),
  }) as Span
const of = async (spans: Span[]) =>
  [...(await unnamedServices(spans, [], () => undefined))].map(([{ id }, { service, entered }]) => [
    id,
    service,
    entered,
  ])

test('a service is the agent of its spans if no span above them names one', async () => {
  const spans = [
    span('5', '4', 'b'),
    span('4', '3', 'b', { root: true }),
    span('3', '2', 'a'),
    span('2', '1', 'a', { agent: 'agent' }),
    span('1', '', 'a', { root: true }),
    span('6', '9', 'a'),
  ]
  expect(await of(spans)).toEqual([
    ['5', 'b', true],
    ['4', 'b', true],
    ['1', 'a', false],
    ['6', 'a', false],
  ])
})

test('a span below an id of several spans is its service’s unless all of those belong to an agent', async () => {
  const agent = span('1', '', 'a', { agent: 'agent' })
  const below = span('2', '1', 'a')
  expect(await of([agent, { ...agent }, below])).toEqual([])
  expect(await of([agent, span('1', '', 'b', { agent: 'other' }), below])).toEqual([['2', 'a', true]])
})

test('spans that are their own ancestors do not loop, and many with one id take linear time', async () => {
  expect(await of([span('1', '2', 'a'), span('2', '1', 'a'), span('3', '3', 'a')])).toHaveLength(3)
  const many = Array.from({ length: 10_000 }, () => span('1', '1', 'a'))
  expect(await of(many)).toHaveLength(10_000)
  const chain = Array.from({ length: 10_000 }, (_, n) => span(`${n}`, `${n - 1}`, 'a'))
  expect(await of(chain.toReversed())).toHaveLength(10_000)
})

test('several spans with one id below an agent of the service belong to it, in any order', async () => {
  const agent = span('1', '', 'a', { agent: 'agent' })
  expect(await of([span('3', '2', 'a'), span('2', '1', 'a'), span('2', '1', 'a'), agent])).toEqual([])
})

test('a service that calls itself stays in the calling agent, also in another process', async () => {
  const agent = span('1', '', 'a', { agent: 'agent' })
  const spans = [agent, span('2', '1', 'a', { root: true }), span('3', '2', 'a')]
  expect(await of(spans)).toEqual([])
  expect((await of(spans.slice(1))).map(([, , entered]) => entered)).toEqual([true, true])
})
