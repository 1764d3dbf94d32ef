import { type DescField, type DescMessage, type MessageShape, ScalarType } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import { z } from 'zod'
import { Format } from '../../proto/gen/attestry/common/v1/fields_pb.ts'
import { jsonWriter } from '../../services/kernel/fields/field-json.ts'
import { restFields, restOf, schemaName } from '../../services/kernel/fields/options.ts'
import type { JsonValue } from '../../services/kernel/json/canonical-json.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'
import { out } from './fields.ts'

/** A message in REST answers: its schema in the OpenAPI document, and its JSON. Both follow from the proto. */
type Answer<M> = { schema: z.ZodObject; json: (message: M) => { [key: string]: JsonValue } }

export function answer<D extends DescMessage>(desc: D): Answer<MessageShape<D>> {
  return {
    schema: objectOf(desc).meta({ id: schemaName(desc) }),
    json: jsonWriter(desc, (inner) =>
      restFields(inner).map(({ name: key, field }) => ({
        key,
        field,
        nullWhenEmpty: restOf(field).nullWhenEmpty,
      })),
    ),
  }
}

function objectOf(desc: DescMessage): z.ZodObject {
  return z.object(Object.fromEntries(restFields(desc).map(({ name, field }) => [name, memberOf(field)])))
}

/** Every field is in every answer. A field that is optional in the proto may be null, and so may a text that is null when empty. */
function memberOf(field: DescField): z.ZodType {
  const { description, nullWhenEmpty } = restOf(field)
  const one = valueSchema(field)
  const value = field.fieldKind === 'list' ? z.array(one) : one
  const member = field.proto.proto3Optional || nullWhenEmpty ? value.nullable() : value
  return description === '' ? member : member.meta({ description })
}

function valueSchema(field: DescField): z.ZodType {
  const { words, format } = restOf(field)
  if (field.enum !== undefined) return z.enum(enumText(field.enum).words)
  if (field.message !== undefined)
    return field.message.typeName === TimestampSchema.typeName ? out.time() : objectOf(field.message)
  switch (field.scalar) {
    case ScalarType.BOOL:
      return z.boolean()
    case ScalarType.DOUBLE:
      return z.number()
    case ScalarType.INT32:
    case ScalarType.INT64:
      return z.int()
    default:
      if (words.length > 0) return z.enum(words)
      if (format === Format.UUID) return out.id()
      return format === Format.SHA256 ? out.hash() : z.string()
  }
}
