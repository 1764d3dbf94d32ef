import type { JsonSchema } from '../openapi/schemas.ts'
import { type Content, type Html, html } from './html.ts'
import { inline } from './markdown.ts'

/** A schema for a person: an object as a list of its fields, anything else by its type. */
export function schemaView(schema: JsonSchema): Html {
  const properties = schema.properties as { [name: string]: JsonSchema } | undefined
  if (properties === undefined) return html`<p class="type">${typeOf(schema)}</p>`
  const required = new Set((schema.required ?? []) as string[])
  return html`<dl class="fields">${Object.entries(properties).map(([name, field]) =>
    fieldView(name, field, required.has(name)),
  )}</dl>`
}

/** One named field or parameter. */
export function fieldView(name: string, field: JsonSchema, required: boolean): Html {
  const inner = nested(field)
  return html`<div class="field"><dt><code>${name}</code>${required && html` <span class="required">required</span>`}</dt>
<dd><span class="type">${typeOf(field)}</span>${limitsOf(field).map((limit) => html` <span class="limit">${limit}</span>`)}${
    typeof field.description === 'string' && html`<p>${inline(field.description)}</p>`
  }${words(field)}${inner !== undefined && schemaView(inner)}</dd></div>`
}

/** The type in words, with links to named schemas. */
export function typeOf(schema: JsonSchema): Content {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice('#/components/schemas/'.length)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options !== undefined) return options.map((option, i) => [i > 0 && ' or ', typeOf(option)])
  if (Array.isArray(schema.allOf)) return (schema.allOf as JsonSchema[]).slice(0, 1).map(typeOf)
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  const [only, ...more] = Object.keys((schema.properties ?? {}) as object)
  if (only !== undefined && more.length === 0) return ['object with ', html`<code>${only}</code>`]
  if (schema.type === 'array') return ['array of ', typeOf((schema.items ?? {}) as JsonSchema)]
  const types = ([schema.type].flat() as (string | undefined)[]).filter((type) => type !== undefined)
  if (types.length === 0) return 'any JSON'
  return types.map((type, i) => [
    i > 0 && ' or ',
    type === 'string' && schema.format ? String(schema.format) : type,
  ])
}

/** An object inside a field that has no schema name. */
function nested(field: JsonSchema): JsonSchema | undefined {
  const item = (field.type === 'array' ? field.items : field) as JsonSchema | undefined
  return item?.properties === undefined ? undefined : item
}

function words({ enum: values }: JsonSchema): Html | undefined {
  if (!Array.isArray(values)) return undefined
  return html`<p class="words">${values.map((value) => html`<code>${String(value)}</code> `)}</p>`
}

function limitsOf(field: JsonSchema): string[] {
  const range = (low: unknown, high: unknown, unit: string): string[] => {
    const top = high === Number.MAX_SAFE_INTEGER ? '2^53 − 1' : high
    if (low === undefined && high === undefined) return []
    if (low === undefined) return [`at most ${top}${unit}`]
    return [high === undefined ? `at least ${low}${unit}` : `${low} to ${top}${unit}`]
  }
  return [
    ...range(field.minLength, field.maxLength, ' characters'),
    ...range(field.minItems, field.maxItems, ' entries'),
    ...range(field.minimum, field.maximum, ''),
    ...(typeof field.pattern === 'string' ? [field.pattern] : []),
    ...('default' in field ? [`default ${JSON.stringify(field.default)}`] : []),
  ]
}
