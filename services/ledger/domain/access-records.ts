import { create } from '@bufbuild/protobuf'
import { type ServiceClient, ServiceClientSchema } from '../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { type ApiKey, ApiKeySchema } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import {
  type Organization,
  OrganizationSchema,
} from '../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { type User, UserSchema } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { ROLES } from '../../kernel/identity/caller.ts'
import { isoTime, timestamp } from '../../kernel/values/time.ts'

/*
 * What is said of organizations, users, keys and clients: the message that answers carry and the record that the
 * log binds. Neither ever holds a password, a key, a token or a hash of one.
 */

export type OrganizationState = {
  id: string
  name: string
  addons: string[]
  version: number
  createdAt: Date
}

export function organizationMessage(organization: OrganizationState): Organization {
  return create(OrganizationSchema, { ...organization, createdAt: timestamp(organization.createdAt) })
}

export function organizationRecord(organization: OrganizationState): string {
  return canonicalJson({
    organization_id: organization.id,
    id: organization.id,
    version: organization.version,
    name: organization.name,
    addons: organization.addons,
    created_at: isoTime(organization.createdAt),
  })
}

export type UserState = {
  orgId: string
  id: string
  email: string
  role: string
  attestationRoles: string[]
  status: string
  version: number
  createdAt: Date
}

export function userMessage(user: UserState): User {
  const { id, email, attestationRoles, status, version } = user
  const role = ROLES.value(user.role)
  return create(UserSchema, {
    id,
    email,
    role,
    attestationRoles,
    status,
    version,
    createdAt: timestamp(user.createdAt),
  })
}

export function userRecord(user: UserState): string {
  return canonicalJson({
    organization_id: user.orgId,
    id: user.id,
    version: user.version,
    email: user.email,
    role: user.role,
    attestation_roles: user.attestationRoles,
    status: user.status,
    created_at: isoTime(user.createdAt),
  })
}

export type ApiKeyState = {
  orgId: string
  id: string
  name: string
  prefix: string
  permissions: string[]
  rateLimit: number
  version: number
  createdAt: Date
  revokedAt?: Date | null
  lastUsedAt?: Date | null
}

export function keyMessage(key: ApiKeyState): ApiKey {
  const { id, name, prefix, permissions, rateLimit, version } = key
  return create(ApiKeySchema, {
    ...{ id, name, prefix, permissions, rateLimit, version },
    status: key.revokedAt == null ? 'active' : 'revoked',
    createdAt: timestamp(key.createdAt),
    ...(key.revokedAt == null ? {} : { revokedAt: timestamp(key.revokedAt) }),
    ...(key.lastUsedAt == null ? {} : { lastUsedAt: timestamp(key.lastUsedAt) }),
  })
}

export function keyRecord(key: ApiKeyState): string {
  return canonicalJson({
    organization_id: key.orgId,
    id: key.id,
    version: key.version,
    name: key.name,
    prefix: key.prefix,
    permissions: key.permissions,
    rate_limit: key.rateLimit,
    created_at: isoTime(key.createdAt),
    revoked_at: key.revokedAt == null ? null : isoTime(key.revokedAt),
  })
}

export type ClientState = {
  id: string
  name: string
  services: string[]
  organizationIds: string[]
  trusted: boolean
  version: number
  createdAt: Date
  revokedAt?: Date | null
}

export function clientMessage(client: ClientState): ServiceClient {
  const { id, name, services, organizationIds, trusted, version } = client
  return create(ServiceClientSchema, {
    ...{ id, name, services, organizationIds, trusted, version },
    createdAt: timestamp(client.createdAt),
    ...(client.revokedAt == null ? {} : { revokedAt: timestamp(client.revokedAt) }),
  })
}

export function clientRecord(organizationId: string, client: ClientState): string {
  return canonicalJson({
    organization_id: organizationId,
    id: client.id,
    version: client.version,
    name: client.name,
    services: client.services,
    organization_ids: client.organizationIds,
    trusted: client.trusted,
    created_at: isoTime(client.createdAt),
    revoked_at: client.revokedAt == null ? null : isoTime(client.revokedAt),
  })
}
