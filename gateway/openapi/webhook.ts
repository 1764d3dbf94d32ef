import { LIMITS } from '../../services/kernel/values/limits.ts'
import { errorResponse, headerRefs } from './answers.ts'
import { REST_HEADERS } from './headers.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** The name of the webhook's security scheme. */
export const WEBHOOK_SCHEME = 'webhookSignature'

/** `components.securitySchemes` of the webhook (docs/api.md 5.3). */
export const webhookScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Service-Signature',
  description:
    "`t=<unix_time>,v1=<hex>`: the lower-case hex HMAC-SHA256 of `<unix_time>.<raw body>` with the endpoint's signing secret as key. The body is signed exactly as sent; `t` must be within the endpoint's time window (300 seconds unless set otherwise).",
}

/** The incident webhook (docs/api.md 4.2). It is not in the table of operations, because it takes no API key. */
export function webhookPath(schemas: Schemas): { [path: string]: unknown } {
  return {
    '/api/v1/webhooks/incidents/{orgKey}': {
      post: {
        operationId: 'deliverIncident',
        summary: 'Report an incident with one signed POST',
        description: DESCRIPTION,
        tags: ['Webhook'],
        security: [{ [WEBHOOK_SCHEME]: [] }],
        parameters: PARAMETERS,
        requestBody: requestBody(schemas),
        responses: responses(schemas),
      },
    },
  }
}

const PARAMETERS = [
  {
    name: 'orgKey',
    in: 'path',
    required: true,
    description: 'The token of the endpoint, a part of its address. Not a permission in itself.',
    schema: { type: 'string' },
    example: 'whk_example',
  },
  {
    name: 'X-Service-Format',
    in: 'header',
    description: 'Overrides the format configured on the endpoint.',
    schema: { type: 'string', enum: ['service', 'vendor_siem', 'generic_json'] },
  },
  {
    name: 'X-Service-First-Signature',
    in: 'header',
    description:
      'Of a later try with a new signature: the signature of the first try, however old it is. An alert without an id is known by it.',
    schema: { type: 'string' },
  },
]

function requestBody(schemas: Schemas) {
  return {
    required: true,
    description: `At most ${LIMITS.bodyBytes} bytes. Content-Type is not checked: the signature covers the bytes.`,
    content: {
      'application/json': {
        schema: { anyOf: [nativeIncident(schemas), ANY_ALERT] },
        examples: {
          service: { summary: 'The native payload (format service)', value: NATIVE_EXAMPLE },
          generic_json: {
            summary: 'Any JSON (format generic_json): the mapping of the endpoint says what is what',
            value: { alert: { headline: 'Disk encryption disabled', level: 8 } },
          },
        },
      },
    },
  }
}

function responses(schemas: Schemas) {
  const error = (status: number, codes: string[], description: string, more = {}) => ({
    [status]: errorResponse(status, { codes, description, ...more }, schemas, REST_HEADERS),
  })
  return {
    200: received(schemas, {
      description: 'A replay, or a notification in which nothing fires: no incident was created.',
      example: { received: true, replay: true },
    }),
    201: received(schemas, {
      description: 'Received: the incident is created.',
      example: { received: true },
    }),
    ...error(
      400,
      ['invalid_json', 'invalid_format'],
      'The body is not JSON, or X-Service-Format is unknown.',
    ),
    ...error(
      401,
      ['unauthorized'],
      'The signature cannot be verified, or the endpoint does not exist or is revoked; one answer for all.',
      { headers: ['WWW-Authenticate'] },
    ),
    ...error(413, ['payload_too_large'], `The body is larger than ${LIMITS.bodyBytes} bytes.`),
    ...error(422, UNMAPPABLE, 'The JSON cannot be mapped to an incident; details name the fields.', {
      details: mappingDetails(schemas),
    }),
    ...error(
      429,
      ['rate_limited'],
      'Too many calls of this endpoint, or too many failed ones of this address.',
      { headers: ['Retry-After'] },
    ),
    500: errorResponse(500, FAULT, schemas, ['X-Request-Id']),
  }
}

function received(schemas: Schemas, { description, example }: { description: string; example: object }) {
  const schema = schemas.define('Received', {
    type: 'object',
    properties: {
      received: { const: true },
      replay: { const: true, description: 'Present when the event was received before.' },
    },
    required: ['received'],
  })
  return {
    description,
    headers: headerRefs(REST_HEADERS),
    content: { 'application/json': { schema, example } },
  }
}

/** docs/api.md 2.9. */
function nativeIncident(schemas: Schemas): JsonSchema {
  return schemas.define('WebhookIncident', {
    type: 'object',
    description: 'The native payload of the webhook (format service).',
    properties: {
      title: { type: 'string' },
      description: { type: ['string', 'null'] },
      severity: {
        description: 'low, medium, high, critical or unknown; anything else is read as unknown.',
        examples: ['high'],
      },
      source_system: { type: ['string', 'null'] },
      external_id: {
        type: ['string', 'null'],
        description:
          "The sender's own event id, by which a duplicate is recognised (7 days unless set otherwise).",
      },
      occurred_at: { type: ['string', 'number', 'null'], description: 'RFC 3339, or Unix time.' },
    },
    required: ['title'],
  })
}

function mappingDetails(schemas: Schemas): JsonSchema {
  return schemas.define('MappingDetails', {
    type: 'object',
    description: 'Fields that are missing or of the wrong type. Never their values.',
    properties: {
      missing: { type: 'array', items: { type: 'string' } },
      wrong_type: {
        type: 'array',
        items: {
          type: 'object',
          properties: { field: { type: 'string' }, expected: { type: 'string' } },
          required: ['field', 'expected'],
        },
      },
    },
  })
}

const FAULT = {
  codes: ['internal_error'],
  description: 'Internal error; repeat the call.',
  headers: ['Retry-After'],
}

const DESCRIPTION = `For systems that cannot act as an API client. The endpoint is created in the platform, which gives its address and its
signing secret (shown once). No API key: the signature is the authentication.`

const ANY_ALERT: JsonSchema = {
  title: 'Alert of a product',
  description: 'Formats vendor_siem (as the product sends it) and generic_json (any JSON).',
  anyOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
  ],
}

const NATIVE_EXAMPLE = {
  title: 'Disk encryption disabled',
  description: 'Policy check failed on host ws-0142.',
  severity: 'high',
  source_system: 'siem.example.org',
  external_id: 'alert-4711',
  occurred_at: '2026-03-02T09:00:00Z',
}

/** docs/decisions/0056-422-codes.md. */
const UNMAPPABLE = [
  'invalid_cyberklar_payload',
  'invalid_vendor_siem_payload',
  'invalid_generic_json_payload',
]
