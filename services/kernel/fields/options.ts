import { type DescField, type DescMessage, getOption, hasOption } from '@bufbuild/protobuf'
import {
  type RecordField,
  type RestField,
  record,
  rest,
  rest_schema,
} from '../../../proto/gen/attestry/common/v1/fields_pb.ts'
import { type FieldRules, field as rules } from '../../../proto/gen/buf/validate/validate_pb.ts'

/** The constraints of a field, as the proto declares them (buf/validate/validate.proto). */
export function rulesOf(field: DescField): FieldRules {
  return getOption(field, rules)
}

/** The form of a field in the REST API (attestry/common/v1/fields.proto). */
export function restOf(field: DescField): RestField {
  return getOption(field, rest)
}

/** The form of a field in the record of its message (attestry/common/v1/fields.proto). */
export function recordOf(field: DescField): RecordField {
  return getOption(field, record)
}

/** The fields of a message that are part of the REST API, each with its name there. */
export function restFields(desc: DescMessage): { name: string; field: DescField }[] {
  return desc.fields
    .filter((field) => !restOf(field).omitted)
    .map((field) => ({ name: restOf(field).name || field.name, field }))
}

/** The name of a message's schema in the OpenAPI document. */
export function schemaName(desc: DescMessage): string {
  return hasOption(desc, rest_schema) ? getOption(desc, rest_schema) : desc.name
}

/** The rules for a type of fields, where a field has any. */
export function ruleOf<K extends keyof Rules>(rules: FieldRules | undefined, type: K): Rules[K] | undefined {
  return rules?.type.case === type ? (rules.type.value as unknown as Rules[K]) : undefined
}

type Rules = { [R in Extract<FieldRules['type'], { value: unknown }> as R['case']]: R['value'] }
