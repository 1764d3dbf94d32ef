import { LIMITS } from '../../services/kernel/values/limits.ts'
import type { Operation } from '../operations/operation.ts'
import { HEADERS, REPLAY_HEADERS, SUNSET_HEADERS } from './headers.ts'
import { operationObject } from './paths.ts'
import { permissionTable, permissionUses } from './permissions.ts'
import { createSchemas, type JsonSchema } from './schemas.ts'
import { VERSION } from './version.ts'
import { WEBHOOK_SCHEME, webhookPath, webhookScheme } from './webhook.ts'

/** The parts of an OpenAPI 3.1 document that this project reads. */
export type OpenapiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; summary: string; description: string; [key: string]: unknown }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: { [path: string]: { [method: string]: unknown } }
  components: { schemas: { [name: string]: JsonSchema }; [kind: string]: unknown }
  [extension: `x-${string}`]: unknown
}

/**
 * The OpenAPI 3.1 document of a table of operations, with the incident webhook (docs/api.md 4.1.7, 9.5). Nothing in it is written
 * per operation: it follows from what the pipeline enforces.
 *
 * @param baseUrl the base of the paths, without a slash at the end
 * @throws Error when two different schemas have one name
 */
export function openapiDocument(operations: Operation[], baseUrl: string): OpenapiDocument {
  const schemas = createSchemas()
  const paths: OpenapiDocument['paths'] = {}
  for (const operation of operations) {
    const path = `/api/v1${operation.path}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Attestry',
      version: VERSION,
      summary: 'Security compliance and AI governance: REST API and incident webhook.',
      description: introduction(operations),
      contact: { name: 'This installation', url: `${baseUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: 'This installation.' }],
    tags: [
      ...tagsOf(operations),
      { name: 'Webhook', description: 'Incidents from systems without an API key.' },
    ],
    paths: { ...paths, ...(webhookPath(schemas) as OpenapiDocument['paths']) },
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, as `Authorization: Bearer <API_KEY>`. Keys are made and revoked by administrators in the platform; each carries an explicit list of permissions. Cookies are refused.',
        },
        [WEBHOOK_SCHEME]: webhookScheme,
      },
      headers: {
        ...HEADERS,
        ...(operations.some(({ idempotencyKey }) => idempotencyKey) ? REPLAY_HEADERS : {}),
        ...(operations.some(({ deprecated }) => deprecated !== undefined) ? SUNSET_HEADERS : {}),
      },
      schemas: schemas.components,
    },
    'x-permissions': permissionUses(operations),
  }
}

function tagsOf(operations: Operation[]): { name: string; description: string }[] {
  return [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
    name,
    description: `${operations
      .filter(({ tag }) => tag === name)
      .map(({ summary }) => summary)
      .join('; ')}.`,
  }))
}

function introduction(operations: Operation[]): string {
  return `Every call needs an API key and the permission named beside the operation, and is in an append-only
audit log. Everything belongs to the organization of the key; what belongs to another is not found.

## Permissions

${permissionTable(operations)}

## Conventions

- **Bodies** are JSON (UTF-8), nested at most ${LIMITS.jsonDepth} levels, without duplicate keys. Unknown request fields are
  ignored; clients must ignore response fields that they do not know.
- **Times** go in as RFC 3339 with \`Z\` or an offset and come out in UTC with milliseconds.
- **Lists** are sorted newest first. \`limit\` is 1 to ${LIMITS.page}, ${LIMITS.defaultPage} without it; \`cursor\` is the \`next_cursor\` of the page
  before, null after the last.
- **Batches** hold at most ${LIMITS.evaluationBatch} evaluations, ${LIMITS.runBatch} runs or ${LIMITS.eventBatch} events, and are stored whole or not at all.
- **Retries**: what creates takes an \`Idempotency-Key\`. Send the same key with the same request again after a timeout or
  a 5xx: within 24 hours you get the first answer, marked \`Idempotent-Replayed: true\`, and nothing is created twice.
- **Rate limit**: per key, ${LIMITS.keyRate} calls in 60 seconds unless agreed otherwise; \`X-RateLimit-*\` on every answer,
  \`Retry-After\` on 429.
- **Errors** have one shape, \`{ "error": { "code", "message", "details" } }\`; the codes are stable. Every answer carries
  \`X-Request-Id\`.
- **Versions**: breaking changes come under \`/api/v2\`. A deprecated operation sends \`Deprecation\` and \`Sunset\`.`
}
