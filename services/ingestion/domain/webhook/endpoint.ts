import { create } from '@bufbuild/protobuf'
import {
  type WebhookEndpoint,
  WebhookEndpointSchema,
  type WebhookFormat,
  WebhookFormatSchema,
} from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { parseJson } from '../../../kernel/json/parse-json.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import { timestamp } from '../../../kernel/values/time.ts'

export const FORMATS = enumText<WebhookFormat>(WebhookFormatSchema)

/** The part before the token in the path of an endpoint (docs/api.md 4.2). */
const WEBHOOK_PATH = '/api/v1/webhooks/incidents/'

/**
 * Defaults (docs/decisions/0049-time-window.md, docs/decisions/0048-idempotency-window.md,
 * docs/decisions/0057-rate-of-an-endpoint.md).
 */
export const ENDPOINT_DEFAULTS = { windowSeconds: 300, idempotencyHours: 168, rateLimit: 600 } as const

/**
 * How many endpoints of an organization are in use. A process opens the secrets of all of them at its start, and keeps 10,000 of all
 * organizations opened: those of one MUST NOT take the place of all others.
 */
export const MAX_ENDPOINTS = 2000

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
  /** Whether vendor_siem reads alerts of unknown products by the usual names of fields. */
  generalReading: boolean
  /** Whether a call MUST NOT name another format. */
  pinFormat: boolean
  secretCreatedAt: Date
  revokedAt?: Date | null
  version: number
  createdAt: Date
}

/** @throws DomainError VALIDATION if a field that the format needs is missing */
export function checkEndpoint({ format, mapping }: Pick<EndpointState, 'format' | 'mapping'>): void {
  if (format === 'generic_json' && mapping == null)
    throw invalid({ mapping: ['is required for generic_json'] })
}

export function endpointMessage(endpoint: EndpointState): WebhookEndpoint {
  const { id, name, mappingVersion, windowSeconds, idempotencyHours, rateLimit, version } = endpoint
  const { generalReading, pinFormat } = endpoint
  return create(WebhookEndpointSchema, {
    id,
    name,
    mappingVersion,
    windowSeconds,
    idempotencyHours,
    rateLimit,
    version,
    generalReading,
    pinFormat,
    path: WEBHOOK_PATH + endpoint.token,
    format: FORMATS.value(endpoint.format),
    mapping: endpoint.mapping ?? '',
    status: endpoint.revokedAt == null ? 'active' : 'revoked',
    createdAt: timestamp(endpoint.createdAt),
    secretCreatedAt: timestamp(endpoint.secretCreatedAt),
    ...(endpoint.revokedAt == null ? {} : { revokedAt: timestamp(endpoint.revokedAt) }),
  })
}

/**
 * Returns the record of an endpoint's version. It MUST NOT hold the secret, sealed or not. It has the SHA-256 of the stored bytes
 * instead, so that a secret that was replaced in the database is noticed.
 */
export function endpointRecord(
  endpoint: EndpointState,
  { wrappedKey, sealedSecret }: { wrappedKey: Uint8Array; sealedSecret: Uint8Array },
): string {
  return records.write(endpoint.orgId, endpointMessage(endpoint), {
    token: canonicalJson(endpoint.token),
    mapping: endpoint.mapping == null ? 'null' : canonicalJson(parseJson(endpoint.mapping)),
    wrapped_key_sha256: `"${sha256Hex(wrappedKey)}"`,
    sealed_secret_sha256: `"${sha256Hex(sealedSecret)}"`,
  })
}

/** The fields of an endpoint's record that depend on its secret. */
export const SECRET_FIELDS = ['wrapped_key_sha256', 'sealed_secret_sha256'] as const

const records = recordCodec(WebhookEndpointSchema, ['token', 'mapping', ...SECRET_FIELDS])
