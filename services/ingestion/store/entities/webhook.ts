import { defineEntity, p } from '@mikro-orm/postgresql'

/** Current state of the webhook endpoints. */
export const EndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    orgId: p.uuid().primary().fieldName('org_id'),
    id: p.uuid().primary(),
    token: p.text(),
    name: p.text(),
    format: p.text(),
    mapping: p.text().nullable(),
    mappingVersion: p.integer().fieldName('mapping_version'),
    windowSeconds: p.integer().fieldName('window_seconds'),
    idempotencyHours: p.integer().fieldName('idempotency_hours'),
    rateLimit: p.integer().fieldName('rate_limit'),
    generalReading: p.boolean().fieldName('general_reading'),
    pinFormat: p.boolean().fieldName('pin_format'),
    wrappedKey: p.blob().fieldName('wrapped_key'),
    sealedSecret: p.blob().fieldName('sealed_secret'),
    secretCreatedAt: p.datetime(3).fieldName('secret_created_at'),
    revokedAt: p.datetime(3).nullable().fieldName('revoked_at'),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
  },
})
