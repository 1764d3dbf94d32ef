import type { AnyValue, KeyValue } from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'

/** The attributes of a span, log record or resource by name. The last value of a name counts. */
export type Attributes = ReadonlyMap<string, AnyValue>

export function attributesOf(list: readonly KeyValue[]): Attributes {
  const found = new Map<string, AnyValue>()
  for (const { key, value } of list) if (value !== undefined) found.set(key, value)
  return found
}

/** Returns the first of these attributes that is present, as text; an empty text counts as absent. */
export function textOf(attributes: Attributes, names: readonly string[]): string | undefined {
  for (let i = 0; i < names.length; i++) {
    const text = textAt(attributes, names[i]!)
    if (text !== undefined) return text
  }
  return undefined
}

export function textAt(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name)
  return value === undefined ? undefined : valueText(value) || undefined
}

/** Returns a value as text: a scalar as it is written, a list or a map as JSON. */
function valueText({ value }: AnyValue): string | undefined {
  switch (value.case) {
    case 'stringValue':
      return value.value
    case 'boolValue':
    case 'intValue':
    case 'doubleValue':
      return String(value.value)
    case 'arrayValue':
    case 'kvlistValue':
      return JSON.stringify(plain({ value } as AnyValue, 0))
    default:
      return undefined
  }
}

function plain({ value }: AnyValue, depth: number): unknown {
  if (depth > MAX_DEPTH) return null
  switch (value.case) {
    case 'arrayValue':
      return value.value.values.map((one) => plain(one, depth + 1))
    case 'kvlistValue':
      return Object.fromEntries(
        value.value.values.map((one) => [one.key, one.value ? plain(one.value, depth + 1) : null]),
      )
    case 'bytesValue':
      return Buffer.from(value.value).toString('base64')
    case 'intValue':
      return Number(value.value)
    default:
      return value.value ?? null
  }
}

const MAX_DEPTH = 32
