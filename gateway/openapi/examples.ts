import { HASH, SAMPLES, TIME, UUID } from './samples.ts'
import type { JsonSchema } from './schemas.ts'

/**
 * Returns an example of a schema: a value that suits the field's name (samples.ts), else one of the schema itself (`examples`,
 * `default`, the first `enum` value), else one that suits its type.
 *
 * @param components the schemas of `#/components/schemas/…`
 * @param name the field, `owner` the named schema that has it
 */
export function exampleOf(
  schema: JsonSchema,
  components: { [name: string]: JsonSchema },
  name = '',
  owner = '',
): unknown {
  const recur = (inner: unknown, field = name, within = owner) =>
    exampleOf(inner as JsonSchema, components, field, within)
  if (typeof schema.$ref === 'string') {
    const named = schema.$ref.slice('#/components/schemas/'.length)
    return recur(components[named] ?? {}, name, named)
  }
  if ('const' in schema) return schema.const
  const sample = [`${owner}.${name}`, name].find((key) => key in SAMPLES)
  if (sample !== undefined && fits(SAMPLES[sample], schema)) return SAMPLES[sample]
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof schema.properties === 'object') return objectOf(schema, recur, owner)
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return recur(choices[0])
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => recur(part)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return objectOf(schema, recur, owner)
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 0)) }, () =>
        recur(schema.items ?? {}),
      )
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), 0)
    case 'boolean':
      return false
    default:
      return type === 'null' ? null : {}
  }
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  recur: (inner: unknown, field: string) => unknown,
  owner: string,
): unknown {
  const leftOut = (field: string): boolean => {
    const key = `${owner}.${field}`
    return key in SAMPLES && SAMPLES[key] === undefined && !(required as string[]).includes(field)
  }
  return Object.fromEntries(
    Object.entries(properties as JsonSchema)
      .filter(([field]) => !leftOut(field))
      .map(([field, inner]) => [field, recur(inner, field)]),
  )
}

function text({ format, pattern, minLength }: JsonSchema): string {
  if (format === 'uuid') return UUID
  if (format === 'date-time') return TIME
  if (format === 'email') return 'security@example.org'
  if (pattern === HASH_PATTERN) return HASH
  return 'text'.padEnd(Number(minLength ?? 0), '.')
}

/** Whether a sample matches the types, formats and enums of a schema. */
function fits(sample: unknown, schema: JsonSchema): boolean {
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options !== undefined) return options.some((option) => fits(sample, option))
  if (typeof schema.$ref === 'string') return false
  if (Array.isArray(schema.enum)) return schema.enum.includes(sample)
  const types = [schema.type].flat()
  if (sample === null) return types.includes('null')
  if (Array.isArray(sample)) {
    return types.includes('array') && sample.every((item) => fits(item, (schema.items ?? {}) as JsonSchema))
  }
  if (types.includes('integer') && !Number.isInteger(sample)) return false
  if (!types.includes(typeof sample) && !types.includes('integer')) return false
  if (schema.format === 'uuid') return UUID_PATTERN.test(String(sample))
  if (schema.format === 'date-time') return String(sample).endsWith('Z')
  return typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(String(sample))
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HASH_PATTERN = '^[0-9a-f]{64}$'
