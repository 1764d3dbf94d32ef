import { type DescField, type DescMessage, getOption, hasOption, type Message } from '@bufbuild/protobuf'
import type { GenExtension } from '@bufbuild/protobuf/codegenv2'
import type { FieldOptions } from '@bufbuild/protobuf/wkt'
import { record, rest, rest_schema } from '../../../proto/gen/attestry/common/v1/fields_pb.ts'
import { type FieldRules, field as rules } from '../../../proto/gen/buf/validate/validate_pb.ts'

/** The constraints of a field, as the proto declares them (buf/validate/validate.proto). */
export const rulesOf = reader(rules)

/** The form of a field in the REST API (attestry/common/v1/fields.proto). */
export const restOf = reader(rest)

/** The form of a field in the record of its message (attestry/common/v1/fields.proto). */
export const recordOf = reader(record)

/**
 * Makes the function that reads an option of fields. A start reads the options of every message several times, and each time the
 * library creates a descriptor. This function reads each option of a field once, and all fields without the option share one
 * message. Callers MUST NOT change it.
 */
function reader<T extends Message>(option: GenExtension<FieldOptions, T>): (field: DescField) => T {
  const known = new WeakMap<DescField, T>()
  let absent: T | undefined
  return (field) => {
    if (!hasOption(field, option)) {
      absent ??= getOption(field, option)
      return absent
    }
    let found = known.get(field)
    if (found === undefined) {
      found = getOption(field, option)
      known.set(field, found)
    }
    return found
  }
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

/** The rules of a field for one type, if it has any. */
export function ruleOf<K extends keyof Rules>(rules: FieldRules | undefined, type: K): Rules[K] | undefined {
  return rules?.type.case === type ? (rules.type.value as unknown as Rules[K]) : undefined
}

type Rules = { [R in Extract<FieldRules['type'], { value: unknown }> as R['case']]: R['value'] }
