import { create } from '@bufbuild/protobuf'
import {
  AgentEventSchema,
  type RunEvent,
  RunEventSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'

/**
 * Reads the record of an event back, with the beginning of its payload. A record is RFC 8785 text: no string in it has a quotation mark
 * that is not escaped, `payload` is its only member that is not a plain value, and `payload_hash` follows it. So the payload is found
 * without parsing it.
 */
export function runEventOf(record: string): RunEvent {
  const start = record.indexOf(PAYLOAD)
  const end = record.lastIndexOf(HASH)
  const payload = record.slice(start + PAYLOAD.length, end)
  // Cut by code points: half of a surrogate pair has no UTF-8.
  const shown = payload.length <= SHOWN ? payload : [...payload.slice(0, 2 * SHOWN)].slice(0, SHOWN).join('')
  const event = eventRecords.read(record.slice(0, start) + record.slice(end))
  return create(RunEventSchema, { event, payload: shown, cut: shown.length < payload.length })
}

const eventRecords = recordCodec(AgentEventSchema, ['payload'])
const PAYLOAD = ',"payload":'
const HASH = ',"payload_hash":'
const SHOWN = 2000
