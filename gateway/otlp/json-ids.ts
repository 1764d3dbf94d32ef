import type { JsonObject, JsonValue } from '@bufbuild/protobuf'

/**
 * Converts the ids of OTLP JSON, which writes them in hex, to base64, which protobuf's own JSON expects. In a text that is not
 * well-formed Unicode, such as one that was cut within a character, U+FFFD replaces the invalid parts, as in protobuf.
 */
export function withIdsInBase64(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(withIdsInBase64)
  if (typeof value !== 'object' || value === null) return value
  const copy: JsonObject = {}
  for (const [name, member] of Object.entries(value))
    copy[name] = idInBase64(name, member) ?? withIdsInBase64(member)
  return copy
}

/** Returns the value of a member in base64, if it is an id. @throws TypeError */
export function idInBase64(name: string, value: JsonValue): string | undefined {
  if (!IDS.has(name) || typeof value !== 'string') return undefined
  if (!HEX.test(value)) throw new TypeError(`${name} is not hex`)
  return Buffer.from(value, 'hex').toString('base64')
}

const IDS = new Set(['traceId', 'spanId', 'parentSpanId', 'trace_id', 'span_id', 'parent_span_id'])
const HEX = /^(?:[0-9a-f]{2})*$/i
