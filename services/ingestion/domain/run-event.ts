import { create } from '@bufbuild/protobuf'
import {
  AgentEventSchema,
  type RunEvent,
  RunEventSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { canonicalJson, type JsonValue } from '../../kernel/json/canonical-json.ts'
import { parseJson } from '../../kernel/json/parse-json.ts'

/** Reads the record of an event back, with the beginning of its payload. */
export function runEventOf(record: string): RunEvent {
  const payload = canonicalJson(payloadOf(record))
  // Cut by code points: half of a surrogate pair has no UTF-8.
  const shown = payload.length <= SHOWN ? payload : [...payload].slice(0, SHOWN).join('')
  const cut = shown.length < payload.length
  return create(RunEventSchema, { event: eventRecords.read(record), payload: shown, cut })
}

function payloadOf(record: string): JsonValue {
  return (parseJson(record) as { payload: JsonValue }).payload
}

const eventRecords = recordCodec(AgentEventSchema, ['payload'])
const SHOWN = 2000
