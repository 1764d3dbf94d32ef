import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Separation } from '../../domain/access/separation.ts'

/** Current state of the organizations. */
export const OrganizationEntity = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    addons: p.array(),
    separation: p.json().$type<Separation>(),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
  },
})

/**
 * Current state of the users. `emailKey` is the address in lower case, unique in the organization apart from withdrawn
 * invitations. The password of a person who was only invited is empty.
 */
export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    orgId: p.uuid().primary().fieldName('org_id'),
    id: p.uuid().primary(),
    email: p.text(),
    emailKey: p.text().fieldName('email_key'),
    role: p.text(),
    attestationRoles: p.array().fieldName('attestation_roles'),
    password: p.text(),
    mustChangePassword: p.boolean().fieldName('must_change_password'),
    status: p.text(),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
  },
})

/** Sessions of people, by the SHA-256 of their token. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    tokenHash: p.blob().primary().fieldName('token_hash'),
    id: p.uuid(),
    orgId: p.uuid().fieldName('org_id'),
    userId: p.uuid().fieldName('user_id'),
    createdAt: p.datetime(6).fieldName('created_at'),
    expiresAt: p.datetime(6).fieldName('expires_at'),
  },
})

/** Invitations that can be accepted, by the SHA-256 of their code. */
export const InvitationEntity = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    codeHash: p.blob().primary().fieldName('code_hash'),
    orgId: p.uuid().fieldName('org_id'),
    userId: p.uuid().fieldName('user_id'),
    expiresAt: p.datetime(6).fieldName('expires_at'),
  },
})

/** Current state of the API keys, by the SHA-256 of the key. */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    orgId: p.uuid().primary().fieldName('org_id'),
    id: p.uuid().primary(),
    hash: p.blob().lazy(),
    name: p.text(),
    prefix: p.text(),
    permissions: p.array(),
    rateLimit: p.integer().fieldName('rate_limit'),
    expiresAt: p.datetime(3).nullable().fieldName('expires_at'),
    revokedAt: p.datetime(3).nullable().fieldName('revoked_at'),
    lastUsedAt: p.datetime(3).nullable().fieldName('last_used_at'),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
  },
})

/** Current state of the service clients, by the SHA-256 of their token. */
export const ServiceClientEntity = defineEntity({
  name: 'ServiceClient',
  tableName: 'service_clients',
  properties: {
    id: p.uuid().primary(),
    tokenHash: p.blob().lazy().fieldName('token_hash'),
    name: p.text(),
    services: p.array(),
    organizationIds: p.array().fieldName('organization_ids'),
    trusted: p.boolean(),
    revokedAt: p.datetime(3).nullable().fieldName('revoked_at'),
    version: p.integer(),
    createdAt: p.datetime(3).fieldName('created_at'),
  },
})

export const accessEntities = [
  OrganizationEntity,
  UserEntity,
  SessionEntity,
  InvitationEntity,
  ApiKeyEntity,
  ServiceClientEntity,
]
