import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import { z } from 'zod'
import type { FieldRules } from '../../proto/gen/buf/validate/validate_pb.ts'
import { isInt64, STRUCT } from '../../services/kernel/fields/field-json.ts'
import { restOf, ruleOf, rulesOf } from '../../services/kernel/fields/options.ts'
import { formCheck } from '../../services/kernel/fields/request-check.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'
import { email, id, kind, payload, text, timestamp } from './fields.ts'

/** The schema of a value of a request's field. Whether the field is required is decided elsewhere. */
export function requestField(field: DescField): z.ZodType {
  const rules = rulesOf(field)
  if (field.fieldKind !== 'list') return valueSchema(field, rules)
  const { items, maxItems } = ruleOf(rules, 'repeated') ?? {}
  const list = z.array(valueSchema(field, items))
  return maxItems === undefined ? list : list.max(Number(maxItems))
}

function valueSchema(field: DescField, rules: FieldRules | undefined): z.ZodType {
  if (field.enum !== undefined) {
    const { notIn = [] } = ruleOf(rules, 'enum') ?? {}
    const { words, value } = enumText(field.enum)
    return z.enum(words.filter((word) => !notIn.includes(value(word))))
  }
  if (field.message !== undefined) return messageOf(field.message)
  if (isInt64(field)) {
    const { gte, lte } = ruleOf(rules, 'int64') ?? {}
    return integer(gte === undefined ? gte : Number(gte), lte === undefined ? lte : Number(lte))
  }
  switch (field.scalar) {
    case ScalarType.STRING:
      return stringOf(field, rules)
    case ScalarType.BOOL:
      return z.boolean()
    case ScalarType.DOUBLE:
      return z.number()
    case ScalarType.INT32: {
      const { gte, lte } = ruleOf(rules, 'int32') ?? {}
      return integer(gte, lte)
    }
    default:
      throw new TypeError(`${field.toString()}: no REST request holds such a field yet`)
  }
}

function stringOf(field: DescField, rules: FieldRules | undefined): z.ZodType {
  const { maxLen, minLen, pattern, wellKnown } = ruleOf(rules, 'string') ?? {}
  if (wellKnown?.case === 'uuid') return id()
  if (wellKnown?.case === 'email') return email()
  if (pattern && maxLen === undefined) return kind(pattern, restOf(field).known)
  if (maxLen === undefined)
    throw new TypeError(`${field.toString()}: a text of a request must have a max_len`)
  return text(Number(maxLen), Number(minLen ?? 0), formCheck(pattern))
}

function messageOf(desc: DescMessage): z.ZodType {
  if (desc.typeName === TimestampSchema.typeName) return timestamp()
  if (desc.typeName === STRUCT) return payload()
  throw new TypeError(`${desc.typeName}: no REST request holds such a message yet`)
}

function integer(min: number | undefined, max: number | undefined): z.ZodType {
  const number = min === undefined ? z.int() : z.int().min(min)
  return max === undefined ? number : number.max(max)
}
