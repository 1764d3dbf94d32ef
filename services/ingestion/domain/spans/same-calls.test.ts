import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SpanReportSchema, SpanRole } from '../../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Share } from '../../../kernel/concurrency/event-loop.ts'
import { newSpans } from './sent-again.ts'
import type { Span } from './span.ts'
import { eventSpans } from './trace.ts'
import { unnamedServices } from './unnamed-services.ts'

/** A span that counts how often its tool is read. */
function counted(id: string, parentId: string, tool: string, reads: { count: number }): Span {
  const report = create(SpanReportSchema, { role: SpanRole.TOOL_CALL, toolName: tool })
  const span = {
    id,
    parentId,
    call: undefined,
    content: 's',
    origin: 'f',
    traceId: 't',
    start: 0,
    payload: null,
    report,
  }
  const get = (): string => {
    reads.count += 1
    return tool
  }
  return Object.defineProperty(span, 'tool', { get, enumerable: true }) as unknown as Span
}

test('the work for spans with one id, and for those below them, grows linearly', async () => {
  const reads = { count: 0 }
  const many = Array.from({ length: 1000 }, (_, n) => n)
  const above = many.map((n) => counted('a', '', `above${n}`, reads))
  const below = many.map((n) => counted('b', 'a', `below${n}`, reads))
  const { fresh } = await newSpans([], [], [...above, ...below], AT_ONCE)
  expect(fresh).toHaveLength(2000)
  const spans = [...above, ...below]
  const { calls } = await eventSpans(spans, spans.slice(0, 500), AT_ONCE)
  expect(calls.length).toBeGreaterThan(1000)
  expect(reads.count).toBeLessThan(50 * 2000)
})

test('the event loop keeps turning between the spans of a large trace', async () => {
  const spans = Array.from({ length: 500 }, (_, n) => counted(`${n}`, `${n + 1}`, 'tool', { count: 0 }))
  for (const work of [
    (share: Share) => newSpans([], spans, [], share),
    (share: Share) => newSpans([], [], spans, share),
    (share: Share) => eventSpans(spans, [], share),
    (share: Share) => unnamedServices(spans, [], share),
  ]) {
    let turns = 0
    await work(() => {
      turns += 1
      return undefined
    })
    expect(turns).toBeGreaterThanOrEqual(spans.length)
  }
})

const AT_ONCE: Share = () => undefined
