import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown }

/** The schemas of a document. A schema with a name is stored once under components, and referred to. */
export type Schemas = {
  /**
   * Returns the JSON Schema of a value that a caller sends (`input`) or receives (`output`).
   * @throws Error when two different schemas have one name
   */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  /** Names a schema that is no Zod schema, and refers to it. @throws Error as above */
  define(name: string, schema: JsonSchema): JsonSchema
  components: { [name: string]: JsonSchema }
}

export function createSchemas(): Schemas {
  const components: { [name: string]: JsonSchema } = {}
  const define = (name: string, schema: JsonSchema): JsonSchema => {
    const known = components[name]
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`openapi: two different schemas are named ${name}`)
    }
    components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }
  return {
    components,
    define,
    of(schema, io) {
      const { $schema, $defs = {}, ...root } = convert(schema, io)
      const names = new Map(Object.keys($defs as object).map((name) => [name, publicName(name, components)]))
      for (const [name, definition] of Object.entries($defs as { [name: string]: JsonSchema })) {
        define(names.get(name)!, referring(definition, names) as JsonSchema)
      }
      return referring(root, names) as JsonSchema
    },
  }
}

/**
 * Converts a schema to JSON Schema. Answers may have fields that a client does not know yet (docs/api.md 9.3), so their objects
 * stay open. The bounds of a safe integer are left out, since they do not describe an answer.
 */
function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
      if (io === 'input') return
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as JsonSchema
}

/** Zod calls a recursive schema without a name `__schema0`. */
function publicName(name: string, used: { [name: string]: unknown }): string {
  if (!name.startsWith('__schema')) return name
  for (let n = 1; ; n++) {
    const free = `Value${n}`
    if (!(free in used)) return free
  }
}

function referring(value: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$schema')
      .map(([key, item]) => {
        if (key !== '$ref' || typeof item !== 'string') return [key, referring(item, names)]
        const name = item.replace('#/$defs/', '')
        return [key, `#/components/schemas/${names.get(name) ?? name}`]
      }),
  )
}
