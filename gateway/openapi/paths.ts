import type { z } from 'zod'
import type { Operation } from '../operations/operation.ts'
import { errorResponse, errorsOf, headerRefs, type Response } from './answers.ts'
import { exampleOf } from './examples.ts'
import { DEPRECATION_HEADERS, IDEMPOTENCY_KEY, REPLAY_HEADERS, REST_HEADERS } from './headers.ts'
import { SECOND_ITEMS } from './samples.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** The operation object of one operation of the table. */
export function operationObject(operation: Operation, schemas: Schemas): { [key: string]: unknown } {
  const { id, summary, tag, permission, addon, deprecated, idempotencyKey } = operation
  const headers = [...REST_HEADERS, ...(deprecated === undefined ? [] : DEPRECATION_HEADERS)]
  const responses: { [status: string]: Response } = {
    [operation.success]: success(operation, schemas, [
      ...headers,
      ...(idempotencyKey ? Object.keys(REPLAY_HEADERS) : []),
    ]),
  }
  for (const [status, answer] of Object.entries(errorsOf(operation, schemas))) {
    responses[status] = errorResponse(Number(status), answer, schemas, headers)
  }
  return {
    operationId: id,
    summary,
    description: describe(operation),
    tags: [tag],
    // Permissions are under x-permission: an http scheme has no scopes.
    security: [{ bearerAuth: [] }],
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    ...(addon === undefined ? {} : { 'x-addon': addon }),
    ...(deprecated === undefined ? {} : { deprecated: true, 'x-sunset': deprecated.sunset.toISOString() }),
    parameters: [
      ...parameters(operation.params, 'path', schemas),
      ...parameters(operation.query, 'query', schemas),
      ...(idempotencyKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.body === undefined ? {} : { requestBody: requestBody(operation, schemas) }),
    responses,
  }
}

function describe({ permission, addon, bodyLimit, body, deprecated }: Operation): string {
  return [
    permission === undefined ? 'Any valid key; no particular permission.' : `Permission: \`${permission}\`.`,
    ...(addon === undefined ? [] : [`The organization needs the add-on \`${addon}\`.`]),
    ...(body === undefined ? [] : [`Body: at most ${bodyLimit / MIB} MiB.`]),
    ...(deprecated === undefined
      ? []
      : [`Deprecated; goes away on ${deprecated.sunset.toISOString().slice(0, 10)}: ${deprecated.link}`]),
  ].join(' ')
}

function success(operation: Operation, schemas: Schemas, headers: string[]): Response {
  const schema = schemas.of(operation.response, 'output')
  return {
    description: operation.success === 201 ? 'Created.' : 'OK.',
    headers: headerRefs(headers),
    content: { 'application/json': { schema, example: exampleOf(schema, schemas.components) } },
  }
}

function requestBody(operation: Operation, schemas: Schemas) {
  const schema = schemas.of(operation.body!, 'input')
  return {
    required: true,
    content: { 'application/json': { schema, ...examplesOf(schema, schemas) } },
  }
}

/** Returns one example, or for a batch one for each of its three forms (gateway/schema/batch.ts). */
function examplesOf(schema: JsonSchema, schemas: Schemas): { [key: string]: unknown } {
  const example = exampleOf(schema, schemas.components)
  const [item, array, named] = (schema.anyOf ?? []) as JsonSchema[]
  if (item === undefined || array?.type !== 'array' || named === undefined) return { example }
  const second = SECOND_ITEMS[String(item.$ref).split('/').at(-1)!]
  const items = [example, { ...(example as object), ...second }]
  const [list] = named.required as string[]
  return {
    examples: {
      one: { summary: 'One object', value: example },
      array: { summary: 'An array', value: items },
      named: { summary: `An object with ${list}`, value: { [list!]: items } },
    },
  }
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query', schemas: Schemas): unknown[] {
  if (schema === undefined) return []
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...found } = plain(schemas.of(field as z.ZodType, 'input'))
    const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success
    return {
      name,
      in: place,
      required,
      description: description ?? (place === 'path' ? PATHS[name] : undefined) ?? '',
      ...(found.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: found,
      ...(required ? { example: exampleOf(found, schemas.components, name) } : {}),
    }
  })
}

/** Parameters arrive as text, so the schema `integer` refers to the number in the text. */
function plain(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'integer') return schema
  const { pattern, ...rest } = schema
  return rest
}

const PATHS: { [name: string]: string } = {
  id: 'The id.',
  runId: 'The id of the run, not its run_ref.',
  aiSystemId: 'The id of the AI system.',
  decisionId: 'The id of the decision.',
}
const MIB = 1024 * 1024
