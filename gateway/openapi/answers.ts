import type { Operation } from '../operations/operation.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** A response object of the document. */
export type Response = {
  description: string
  headers: { [name: string]: unknown }
  content?: { 'application/json': { schema: JsonSchema; example?: unknown } }
}

/** An error: its code (docs/api.md 7), when it is answered, and the headers that come with it. */
type ErrorAnswer = { codes: string[]; description: string; details?: JsonSchema; headers?: string[] }

/** The errors of a REST operation by status (docs/api.md 7.1), from what the operation declares and nothing else. */
export function errorsOf(operation: Operation, schemas: Schemas): { [status: number]: ErrorAnswer } {
  const { method, params, body, permission, addon, errors } = operation
  const answers: { [status: number]: ErrorAnswer } = {
    401: {
      codes: ['unauthorized'],
      description: 'The key is missing, unknown or revoked, or cookies were sent.',
      headers: ['WWW-Authenticate'],
    },
    429: {
      codes: ['rate_limited'],
      description: 'The rate limit is reached; Retry-After says when to try again.',
      headers: ['Retry-After'],
    },
    500: {
      codes: ['internal_error'],
      description:
        'Internal error; X-Request-Id is the correlation id. Retry-After is sent where it will pass.',
      headers: ['Retry-After'],
    },
  }
  if (method === 'GET' || params !== undefined || body !== undefined) {
    answers[400] = {
      codes: ['validation_error'],
      description: 'Missing or invalid fields, or unknown parameters; details name them.',
      details: validationDetails(schemas),
    }
  }
  if (permission !== undefined || addon !== undefined) {
    const needs = [
      ...(permission === undefined ? [] : [`the key lacks the permission ${permission}`]),
      ...(addon === undefined ? [] : [`the organization lacks the add-on ${addon}`]),
    ]
    answers[403] = { codes: ['forbidden'], description: `Refused: ${needs.join(', or ')}.` }
  }
  if (params !== undefined) {
    answers[404] = { codes: ['not_found'], description: "The key's organization has no such object." }
  }
  if (body !== undefined) {
    answers[408] = { codes: ['validation_error'], description: 'The body did not arrive in time.' }
    answers[413] = {
      codes: ['payload_too_large'],
      description: `The body is larger than ${operation.bodyLimit} bytes.`,
    }
    answers[415] = {
      codes: ['unsupported_media_type'],
      description: 'Content-Type is not application/json, or the body is compressed.',
    }
  }
  for (const [status, description] of Object.entries(errors)) {
    const known = answers[Number(status)]
    answers[Number(status)] = { codes: known?.codes ?? CODES[Number(status)] ?? [], ...known, description }
  }
  return answers
}

/** Returns the response object of an error. All errors share one schema, of which each status restricts the code. */
export function errorResponse(
  status: number,
  answer: ErrorAnswer,
  schemas: Schemas,
  headers: string[],
): Response {
  const { codes, description, details } = answer
  const code = codes.length === 1 ? { const: codes[0] } : { enum: codes }
  const narrowed = { properties: { code, message: {}, details: details ?? {} } }
  const schema =
    codes.length === 0
      ? errorSchema(schemas)
      : { allOf: [errorSchema(schemas), { properties: { error: narrowed } }] }
  return {
    description,
    headers: headerRefs([...headers, ...(answer.headers ?? [])]),
    content: {
      'application/json': {
        schema,
        example: { error: { code: codes[0] ?? 'error', message: MESSAGES[status] ?? description } },
      },
    },
  }
}

/** References to the headers of headers.ts. */
export function headerRefs(names: string[]): { [name: string]: unknown } {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function errorSchema(schemas: Schemas): JsonSchema {
  return schemas.define('Error', {
    type: 'object',
    description: 'Every error of the API. Callers switch on the code; the message is for people.',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', description: 'Stable.' },
          message: { type: 'string' },
          details: {
            type: 'object',
            additionalProperties: true,
            description: 'Details beyond the message; they depend on the code.',
          },
        },
        required: ['code', 'message'],
      },
    },
    required: ['error'],
  })
}

function validationDetails(schemas: Schemas): JsonSchema {
  const messages = { type: 'array', items: { type: 'string' } }
  return schemas.define('ValidationDetails', {
    type: 'object',
    description:
      'A flattened schema-validation error. Keys of fieldErrors are paths into the request as it was sent, e.g. `evaluations.3.metric_value`.',
    properties: {
      formErrors: { ...messages, description: 'Problems of the request as a whole.' },
      fieldErrors: { type: 'object', additionalProperties: messages },
      duplicates: {
        type: 'array',
        description:
          'Items that are stored already (with the id of the stored one), or that occur twice in the batch.',
        items: {
          type: 'object',
          properties: {
            index: { type: 'integer', minimum: 0 },
            run_ref: { type: 'string', description: 'The run_ref of a run.' },
            seq: { type: 'integer', description: 'The seq of an event.' },
            id: { type: 'string', format: 'uuid', description: 'The id of the stored item.' },
            first_index: {
              type: 'integer',
              minimum: 0,
              description: 'The index of the same item earlier in the batch.',
            },
          },
          required: ['index'],
        },
      },
      current_status: {
        type: 'string',
        description: 'The status that the incident has (setIncidentStatus).',
      },
      unmet_obligations: {
        ...messages,
        description:
          'What is still to be reported of the incident; a note has to say why (setIncidentStatus).',
      },
    },
  })
}

const CODES: { [status: number]: string[] } = {
  400: ['validation_error'],
  403: ['forbidden'],
  404: ['not_found'],
}

const MESSAGES: { [status: number]: string } = {
  400: 'title: is required',
  401: 'a valid API key is required',
  404: 'not found',
  429: 'too many requests',
  500: 'internal error',
}
