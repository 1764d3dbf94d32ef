import { create } from '@bufbuild/protobuf'
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { AgentEventSchema, EventType } from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { canonicalJson, type JsonValue } from '../../kernel/json/canonical-json.ts'
import { runEventOf } from './run-event.ts'

const AT = new Date('2026-03-01T10:00:00Z')
const ID = '018f0000-0000-7000-8000-000000000001'

function recordOf(payload: JsonValue, toolName?: string): string {
  const times = { occurredAt: timestampFromDate(AT), createdAt: timestampFromDate(AT) }
  const given = { id: ID, runId: ID, seq: 7n, eventType: EventType.TOOL_CALL, payloadHash: 'ab', ...times }
  const event = create(AgentEventSchema, { ...given, ...(toolName === undefined ? {} : { toolName }) })
  return recordCodec(AgentEventSchema, ['payload']).write(ID, event, { payload: canonicalJson(payload) })
}

test.each<[string, JsonValue]>([
  ['names of the record', { payload: 1, payload_hash: 'x', z: { a: 1, payload: 2, payload_hash: 'y' } }],
  ['texts like members', { a: ',"payload":', b: ',"payload_hash":"', c: '\\",\\"payload_hash\\":' }],
  ['nothing', {}],
])('the payload of a record is found whole, whatever it contains: %s', (_, payload) => {
  const toolName = ',"payload_hash":"",\\"payload":'
  const { event, payload: shown, cut } = runEventOf(recordOf(payload, toolName))
  expect(shown).toBe(canonicalJson(payload))
  expect(cut).toBe(false)
  expect(event).toMatchObject({ id: ID, runId: ID, seq: 7n, toolName, payloadHash: 'ab' })
  expect(timestampDate(event!.occurredAt!)).toEqual(AT)
})

test('a long payload is cut by code points', () => {
  for (const text of ['x', '字', '😀']) {
    const whole = canonicalJson({ a: text.repeat(5000) })
    const { payload, cut } = runEventOf(recordOf({ a: text.repeat(5000) }))
    expect([...payload]).toEqual([...whole].slice(0, 2000))
    expect(cut).toBe(true)
  }
})
