import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SpanReportSchema, SpanRole } from '../../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { Span } from './span.ts'
import { runOfTrace } from './trace.ts'

type Named = { agent?: string; modelName?: string; modelVersion?: string }

const span = (id: string, parentId: string, named: Named): Span =>
  ({
    ...{ id, parentId, agent: named.agent, traceId: 'a'.repeat(32) },
    report: create(SpanReportSchema, {
      role: named.agent === undefined ? SpanRole.MODEL : SpanRole.AGENT,
      startedAt: timestamp(new Date(0)),
      ...named,
    }),
  }) as Span

const called = (modelVersion?: string): Named => ({
  modelName: 'model',
  ...(modelVersion === undefined ? {} : { modelVersion }),
})

test.each<[string, Span[], string | null]>([
  [
    'its first call, and none of an agent within it',
    [
      span('1', '', { agent: 'outer' }),
      span('2', '1', called()),
      span('3', '1', { agent: 'inner' }),
      span('4', '3', called('2')),
    ],
    null,
  ],
  [
    'a later call of the same model',
    [
      span('1', '', { agent: 'outer' }),
      span('2', '1', called()),
      span('3', '1', { agent: 'inner' }),
      span('4', '3', called('2')),
      span('5', '1', called('3')),
    ],
    '3',
  ],
  [
    'a call below its span, where one came before it that is below none',
    [span('2', '9', called()), span('1', '', { agent: 'outer' }), span('3', '1', called('2'))],
    '2',
  ],
])('an agent whose span names no model has the version told by %s', (_, spans, modelVersion) => {
  expect(runOfTrace(spans)).toMatchObject({ agentIdentity: 'outer', modelName: 'model', modelVersion })
})
