import { create } from '@bufbuild/protobuf'
import {
  type WebhookEndpoint,
  WebhookEndpointSchema,
  type WebhookFormat,
  WebhookFormatSchema,
} from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { canonicalJson, type JsonValue } from '../../../kernel/canonical-json.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import { LIMITS } from '../../../kernel/values/limits.ts'
import { isoTime, timestamp } from '../../../kernel/values/time.ts'

export const FORMATS = enumText<WebhookFormat>(WebhookFormatSchema)

/** What stands before the token in the path of an endpoint (contract 4.2). */
const WEBHOOK_PATH = '/api/v1/webhooks/incidents/'

/** Defaults (docs/decisions, "Time window", "Idempotency window", "Rate of an endpoint"). */
export const ENDPOINT_DEFAULTS = { windowSeconds: 300, idempotencyHours: 168, rateLimit: 600 } as const

/** The present state of an endpoint, without its secret. */
export type EndpointState = {
  orgId: string
  id: string
  token: string
  name: string
  format: string
  /** Canonical JSON; null for none. */
  mapping?: string | null
  /** Counts the saved mappings; 0 for none. */
  mappingVersion: number
  windowSeconds: number
  idempotencyHours: number
  rateLimit: number
  secretCreatedAt: Date
  revokedAt?: Date | null
  version: number
  createdAt: Date
}

/** @throws DomainError VALIDATION */
export function checkEndpoint(it: EndpointState): void {
  const within = (value: number, from: number, to: number): boolean => value >= from && value <= to
  new Checks()
    .text('name', it.name, LIMITS.title, 1)
    .that(FORMATS.words.includes(it.format), 'format', FORMATS.expected)
    .that(it.format !== 'generic_json' || it.mapping != null, 'mapping', 'is required for generic_json')
    .that(within(it.windowSeconds, 30, 900), 'window_seconds', 'must be from 30 to 900')
    .that(within(it.idempotencyHours, 1, 2160), 'idempotency_hours', 'must be from 1 to 2160')
    .that(within(it.rateLimit, 1, 1_000_000), 'rate_limit', 'must be from 1 to 1000000')
    .done()
}

export function endpointMessage(it: EndpointState): WebhookEndpoint {
  const { id, name, mappingVersion, windowSeconds, idempotencyHours, rateLimit, version } = it
  return create(WebhookEndpointSchema, {
    ...{ id, name, mappingVersion, windowSeconds, idempotencyHours, rateLimit, version },
    path: WEBHOOK_PATH + it.token,
    format: FORMATS.value(it.format),
    mapping: it.mapping ?? '',
    status: it.revokedAt == null ? 'active' : 'revoked',
    createdAt: timestamp(it.createdAt),
    secretCreatedAt: timestamp(it.secretCreatedAt),
    ...(it.revokedAt == null ? {} : { revokedAt: timestamp(it.revokedAt) }),
  })
}

/** The record of an endpoint's version. Never holds the secret, sealed or not. */
export function endpointRecord(it: EndpointState): string {
  return canonicalJson({
    organization_id: it.orgId,
    id: it.id,
    version: it.version,
    name: it.name,
    token: it.token,
    format: it.format,
    mapping: it.mapping == null ? null : (JSON.parse(it.mapping) as JsonValue),
    mapping_version: it.mappingVersion,
    window_seconds: it.windowSeconds,
    idempotency_hours: it.idempotencyHours,
    rate_limit: it.rateLimit,
    created_at: isoTime(it.createdAt),
    secret_created_at: isoTime(it.secretCreatedAt),
    revoked_at: it.revokedAt == null ? null : isoTime(it.revokedAt),
  })
}
