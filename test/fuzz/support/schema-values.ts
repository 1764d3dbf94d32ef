import fc from 'fast-check'
import type { Document } from '../../openapi/support.ts'

/**
 * Makes values that a JSON Schema of the document accepts. A field of which the installation has a value often gets that value,
 * so that calls reach stored things.
 *
 * @param known existing values, by the names of fields; any other field is as free as its schema
 */
export function valuesOf(
  schema: Document,
  document: Document,
  known: Known,
  name = '',
): fc.Arbitrary<unknown> {
  const of = (inner: Document, field = name) => valuesOf(inner, document, known, field)
  if (schema.$ref !== undefined) return of(document.components.schemas[schema.$ref.split('/').at(-1)])
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.every(isRequirement))
    return fc.oneof(...choices.map((choice: Document) => ofType(requiring(schema, choice), of)))
  if (choices !== undefined) return fc.oneof(...choices.map((choice: Document) => of(choice)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const existing = known[name]
  const free = ofType(schema, of)
  return existing === undefined
    ? free
    : fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...existing) }, free)
}

/** Whether a choice only says which of the object's fields are required. */
function isRequirement(choice: Document): boolean {
  return choice.required !== undefined && choice.type === undefined && choice.$ref === undefined
}

function requiring(schema: Document, choice: Document): Document {
  return { ...schema, required: [...(schema.required ?? []), ...choice.required] }
}

function ofType(schema: Document, of: (inner: Document, field?: string) => fc.Arbitrary<unknown>) {
  switch (schema.type) {
    case 'object':
      return ofObject(schema, of)
    case 'array':
      return fc.array(of(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -(2 ** 31), Number.MIN_SAFE_INTEGER),
        max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 31),
      })
    case 'number':
      return fc.double({ noNaN: true, min: -1e6, max: 1e6 })
    case 'string':
      return ofString(schema)
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`)
  }
}

function ofObject(schema: Document, of: (inner: Document, field?: string) => fc.Arbitrary<unknown>) {
  const { properties, required = [] } = schema
  if (properties === undefined)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const model = Object.fromEntries(
    Object.entries(properties as Document).map(([field, inner]) => [field, of(inner, field)]),
  )
  return fc.record(model, { requiredKeys: required })
}

function ofString(schema: Document): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'email') return fc.emailAddress({ size: 'small' })
  if (schema.format === 'date-time') return times
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  const minLength = schema.minLength ?? 0
  const text = fc
    .string({ unit: 'grapheme-composite', minLength, maxLength: 30 })
    .map((s) => s.replaceAll('\0', '0'))
  const longest = 'x'.repeat(Math.min(schema.maxLength ?? 0, 1000))
  return longest.length === 0 ? text : fc.oneof({ weight: 9, arbitrary: text }, fc.constant(longest))
}

const times = fc
  .tuple(
    fc.date({ min: new Date('2000-01-02'), max: new Date('2099-12-30'), noInvalidDate: true }),
    fc.constantFrom('Z', '+00:00', '-00:30', '+14:00'),
  )
  .map(([at, offset]) => at.toISOString().replace('Z', offset))

type Known = { [field: string]: unknown[] }
