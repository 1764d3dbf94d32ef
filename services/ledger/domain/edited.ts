import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt'
import { invalid } from '../../kernel/errors/errors.ts'

/** Returns the given fields of an edit; the others stay unchanged. @throws DomainError VALIDATION if no field is given */
export function givenFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) throw invalid({ request: ['names no field to change'] })
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** The optional texts of a resource, as its proto declares them: an edit clears them by an empty text. */
export function optionalTexts({ fields }: DescMessage): DescField[] {
  return fields.filter(
    ({ presence, scalar }) => presence === FeatureSet_FieldPresence.EXPLICIT && scalar === ScalarType.STRING,
  )
}
