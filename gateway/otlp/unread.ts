import { isMessage } from '@bufbuild/protobuf'
import type { KeyValue } from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { ResourceSchema } from '../../proto/gen/opentelemetry/proto/resource/v1/resource_pb.ts'
import { SpanSchema } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { READ_OF_SPANS, SERVICE_NAME } from './conventions.ts'
import type { MessageSink } from './pieces.ts'

/**
 * Removes the attributes of a span or a resource that are not read: those with other names, and those that a later one replaces.
 * Tens of thousands of them MUST NOT be in memory at once: V8 would copy them again and again, which blocks
 * the event loop.
 */
export const withoutUnread: NonNullable<MessageSink['trim']> = (message) => {
  if (isMessage(message, SpanSchema)) message.attributes = newest(message.attributes, READ_OF_SPANS)
  else if (isMessage(message, ResourceSchema)) message.attributes = newest(message.attributes, OF_RESOURCES)
}

function newest(attributes: KeyValue[], names: ReadonlySet<string>): KeyValue[] {
  const found = new Map<string, KeyValue>()
  for (const one of attributes) if (one.value !== undefined && names.has(one.key)) found.set(one.key, one)
  return [...found.values()]
}

const OF_RESOURCES: ReadonlySet<string> = new Set(SERVICE_NAME)
