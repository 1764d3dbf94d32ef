import type { DescField, DescMessage, Message } from '@bufbuild/protobuf'
import { Ignore } from '../../../proto/gen/buf/validate/validate_pb.ts'
import { ruleOf, rulesOf } from './options.ts'

/**
 * Writes the ids of a checked request in lower case, as they are stored, so that a handler MUST NOT do it again. Ids are the fields
 * that the proto declares as `string.uuid`, also in lists and in messages inside of the request. What the check ignores is left as
 * given: the domain checks the items of a batch one by one.
 */
export function lowerCaseIds(desc: DescMessage, request: Message): void {
  const fields = idFieldsOf(desc)
  if (fields.length > 0) rewrite(fields, request as unknown as Values)
}

function rewrite(fields: IdField[], values: Values): void {
  for (const { name, inner } of fields) {
    const value = values[name]
    if (inner !== undefined) {
      if (Array.isArray(value)) for (const item of value) rewrite(inner, item as Values)
      else if (value !== undefined) rewrite(inner, value as Values)
    } else if (Array.isArray(value)) values[name] = value.map((id: string) => id.toLowerCase())
    else if (value !== undefined) values[name] = (value as string).toLowerCase()
  }
}

/** The array of a type is known before it is filled: a recursive type refers to its own. */
function idFieldsOf(desc: DescMessage): IdField[] {
  const known = idFields.get(desc)
  if (known !== undefined) return known
  const found: IdField[] = []
  idFields.set(desc, found)
  unfilled.add(found)
  for (const field of desc.fields) {
    const { message, fieldKind, localName: name } = field
    if (rulesOf(field).ignore === Ignore.ALWAYS) continue
    if (isId(field)) found.push({ name })
    else if (
      message !== undefined &&
      fieldKind !== 'map' &&
      !message.typeName.startsWith('google.protobuf.')
    ) {
      const inner = idFieldsOf(message)
      if (inner.length > 0 || unfilled.has(inner)) found.push({ name, inner })
    }
  }
  unfilled.delete(found)
  return found
}

function isId(field: DescField): boolean {
  const rules = field.fieldKind === 'list' ? ruleOf(rulesOf(field), 'repeated')?.items : rulesOf(field)
  return ruleOf(rules, 'string')?.wellKnown?.case === 'uuid'
}

const idFields = new Map<DescMessage, IdField[]>()
const unfilled = new Set<IdField[]>()

type IdField = { name: string; inner?: IdField[] }
type Values = { [name: string]: unknown }
