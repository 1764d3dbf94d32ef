import { create } from '@bufbuild/protobuf'
import { expect, test, vi } from 'vitest'
import { SpanReportSchema, SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { checkSpans } from './report-spans.ts'

test('the event loop keeps turning while the spans of a large report are checked', async () => {
  const reports = Array.from({ length: 2000 }, (_, n) =>
    create(SpanReportSchema, {
      traceId: new Uint8Array(16).fill(1),
      spanId: new Uint8Array(8).fill(1),
      role: SpanRole.TOOL_CALL,
      toolName: 'lookup',
      startedAt: { seconds: 1_790_000_000n + BigInt(n) },
      payload: { source: 'otlp', status: 'ok', trace_id: 'a', span_id: 'b' },
    }),
  )
  // Each reading of this clock is a millisecond later, so that the speed of the machine decides nothing.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now)
  let turns = 0
  let isChecking = true
  const count = (): void => {
    turns += 1
    if (isChecking) setImmediate(count)
  }
  setImmediate(count)
  const spans = await checkSpans(reports)
  isChecking = false
  clock.mockRestore()
  expect(spans).toHaveLength(2000)
  expect(turns).toBeGreaterThan(100)
})
