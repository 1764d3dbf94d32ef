import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Answer } from '../harness/rest.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is data.
export type Document = any

/** One operation as a reader of the document sees it. */
export type Documented = { method: string; path: string; operation: Document }

/** Returns every operation of the document that takes an API key. */
export function operationsOf(document: Document): Documented[] {
  return Object.entries(document.paths as Document).flatMap(([path, item]) =>
    Object.entries(item as Document)
      .filter(([, operation]) => 'bearerAuth' in (operation as Document).security[0])
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: operation as Document,
      })),
  )
}

/** Returns the path with an example for each parameter, and the required query parameters. */
export function exampleTarget(documented: Documented): string {
  const path = documented.path.replace(/\{(\w+)\}/g, (_, name) => {
    const found = documented.operation.parameters.find(
      (parameter: Document) => parameter.in === 'path' && parameter.name === name,
    )
    return encodeURIComponent(found.example)
  })
  return `${path}${requiredQuery(documented)}`
}

/** Returns the required query parameters, each with its example: `?a=b`, or nothing. */
export function requiredQuery({ operation }: Documented): string {
  const required = (operation.parameters ?? []).filter(
    (parameter: Document) => parameter.in === 'query' && parameter.required,
  )
  const pairs = required.map(({ name, example }: Document) => `${name}=${encodeURIComponent(example)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Returns the operation's own example of a body, for a batch that of one item; undefined if it takes none. */
export function exampleBody({ operation }: Documented): unknown {
  const media = operation.requestBody?.content['application/json']
  return media?.example ?? media?.examples.one.value
}

/**
 * Checks real answers against the document, as JSON Schema draft 2020-12 with formats. The status must be documented, the
 * required headers present and the body valid, and an answer must not have a field or a header that the document does not know.
 * The check is made once for each document: reading one takes some 50 ms.
 *
 * @returns the differences; empty if there are none
 */
export function conformance(document: Document): Conformance {
  const check = checks.get(document) ?? checkOf(document)
  checks.set(document, check)
  return check
}

type Conformance = (call: Documented, answer: Answer) => string[]
const checks = new WeakMap<object, Conformance>()

function checkOf(document: Document): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: 'document' })
  ajv.addSchema({ ...closed(document), $id: 'closed' })
  const compiled = new Map<string, ValidateFunction>()
  return ({ method, path, operation }, answer) => {
    const response = operation.responses[answer.status]
    if (response === undefined) return [`${method} ${path}: status ${answer.status} is not documented`]
    const missing = Object.entries(response.headers)
      .filter(([name, { $ref }]: [string, Document]) => required(document, $ref) && !answer.headers.has(name))
      .map(([name]) => `${method} ${path} ${answer.status}: no header ${name}`)
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)]
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const source = answer.status < 300 ? 'closed' : 'document'
    // A schema that operations share is compiled once.
    const shared = response.content['application/json'].schema.$ref
    const $ref = `${source}${shared ?? `#/${pointer}/content/application~1json/schema`}`
    const validate = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, validate)
    const unknown = [...undocumentedHeaders(response, answer), ...undocumentedDetails(document, answer)].map(
      (name) => `${method} ${path} ${answer.status}: ${name} is not documented`,
    )
    missing.push(...unknown)
    if (validate(answer.body)) return missing
    return [...missing, `${method} ${path} ${answer.status}: ${ajv.errorsText(validate.errors)}`]
  }
}

function required(document: Document, ref: string): boolean {
  return document.components.headers[ref.replace('#/components/headers/', '')].required === true
}

/** Returns undocumented headers of the API; those of HTTP are left out. */
function undocumentedHeaders(response: Document, answer: Answer): string[] {
  const documented = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()))
  return [...answer.headers.keys()].filter((name) => OF_THE_API.test(name) && !documented.has(name))
}

const OF_THE_API =
  /^(x-(?!content-type-options).*|retry-after|idempotent-replayed|www-authenticate|deprecation|sunset|link)$/

/** Returns undocumented members of the details of a validation error, including those of existing items. */
function undocumentedDetails(document: Document, { body }: Answer): string[] {
  if (body?.error?.code !== 'validation_error') return []
  const { properties } = document.components.schemas.ValidationDetails
  const { details = {} } = body.error
  return [
    ...Object.keys(details).filter((name) => !(name in properties)),
    ...(details.duplicates ?? [])
      .flatMap(Object.keys)
      .filter((name: string) => !(name in properties.duplicates.items.properties)),
  ]
}

/** Returns the document with every object closed to fields that it does not name. */
function closed(value: Document): Document {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  if (value.type === 'object' && value.properties !== undefined && value.additionalProperties === undefined) {
    copy.additionalProperties = false
  }
  return copy
}
