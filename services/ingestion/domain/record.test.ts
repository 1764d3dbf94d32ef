import { create } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AgentEventSchema,
  EventReportSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationReportSchema } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { canonicalJson, type JsonValue } from '../../kernel/json/canonical-json.ts'
import { parseJson } from '../../kernel/json/parse-json.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { draftEvaluations, driftOf, evaluationOf, evaluationRecords } from './evaluation.ts'
import { draftEvents, eventRecords } from './event.ts'
import { satisfies } from './satisfies.ts'

const ORG = '018f0000-0000-7000-8000-000000000001'
const ID = '018f0000-0000-7000-8000-000000000002'
const AT = new Date('2026-03-01T10:00:00.123Z')
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter((value) => value.isWellFormed() && !value.includes('\0'))
const events = recordCodec(AgentEventSchema, ['payload'])
const payload = fc.dictionary(text, fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true })))
const number = fc.double({ noNaN: true, noDefaultInfinity: true })

test('the record of a result is RFC 8785 text, and reads back as given', async () => {
  const given = fc.record({ source: text, metricName: text, metricValue: number, threshold: number, payload })
  await fc.assert(
    fc.asyncProperty(given, text, async (more, systemName) => {
      const report = create(EvaluationReportSchema, {
        ...more,
        aiSystemId: ID,
        evalType: 'accuracy',
        passed: true,
        evaluatedAt: timestamp(AT),
      })
      const [draft] = await draftEvaluations([report])
      const evaluation = evaluationOf(
        ID,
        draft!,
        { systemId: ID, systemName, suite: null, gateSuite: null },
        AT,
      )
      const record = evaluationRecords.write(ORG, evaluation, { payload: draft!.payload.text })
      expect(canonicalJson(parseJson(record))).toBe(record)
      const { source, metricName } = more
      const metricValue = more.metricValue === 0 ? 0 : more.metricValue
      expect(evaluationRecords.read(record)).toMatchObject({
        source,
        metricName,
        metricValue,
        aiSystemName: systemName,
      })
    }),
  )
})

test('the record of an event equals what the AgentEvent codec writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.maxSafeNat(),
      fc.option(text, { nil: undefined }),
      payload,
      async (seq, toolName, held) => {
        const report = create(EventReportSchema, {
          seq: BigInt(seq),
          eventType: 2,
          occurredAt: timestamp(AT),
          payload: held,
          ...(toolName === undefined ? {} : { toolName }),
        })
        const [record = ''] = eventRecords(ORG, ID, await draftEvents([report]), [ID], AT)
        const read = parseJson(record) as { payload: JsonValue }
        expect(canonicalJson(read)).toBe(record)
        const text = canonicalJson(read.payload)
        expect(events.write(ORG, events.read(record), { payload: text })).toBe(record)
        expect(read).toMatchObject({
          seq,
          tool_name: toolName ?? null,
          event_type: 'proposed_action',
          run_id: ID,
        })
      },
    ),
  )
})

test.each([
  ['lte', [true, true, false]],
  ['lt', [true, false, false]],
  ['gte', [false, true, true]],
  ['gt', [false, false, true]],
  ['eq', [false, true, false]],
])('%s compares exactly', (operator, expected) => {
  const threshold = { metric_name: 'm', eval_type: 't', operator, value: 0.1 }
  expect([0.1 - 2 ** -56, 0.1, 0.1 + 2 ** -56].map((value) => satisfies(value, threshold))).toEqual(expected)
})

test('an unknown operator throws', () => {
  const threshold = { metric_name: 'm', eval_type: 'drift', operator: 'ne', value: 1 }
  expect(() => satisfies(1, threshold)).toThrow('unknown operator')
})

test('a drift result is a finding when any threshold for its metric fails', async () => {
  const report = create(EvaluationReportSchema, {
    aiSystemId: ID,
    source: 's',
    evalType: 'drift',
    metricName: 'psi',
    metricValue: 0.5,
    passed: true,
    evaluatedAt: timestamp(AT),
  })
  const [draft] = await draftEvaluations([report])
  const threshold = (operator: string, value: number) => ({
    metric_name: 'psi',
    eval_type: 'drift',
    operator,
    value,
  })
  const tie = (...thresholds: ReturnType<typeof threshold>[]) => ({
    systemId: ID,
    systemName: 'S',
    suite: { id: ID, version: 1, thresholds },
    gateSuite: null,
  })
  expect(driftOf(ID, draft!, tie(threshold('gte', 0), threshold('lte', 1)))).toBeUndefined()
  expect(driftOf(ID, draft!, tie(threshold('gte', 0), threshold('lte', 0.4)))).toMatchObject({
    kind: 'drift',
    systemId: ID,
    metricName: 'psi',
  })
})
