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

export function organizationMessage(it: OrganizationState): Organization {
  return create(OrganizationSchema, { ...it, createdAt: timestamp(it.createdAt) })
}

export function organizationRecord(it: OrganizationState): string {
  return canonicalJson({
    organization_id: it.id,
    id: it.id,
    version: it.version,
    name: it.name,
    addons: it.addons,
    created_at: isoTime(it.createdAt),
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

export function userMessage(it: UserState): User {
  const { id, email, attestationRoles, status, version } = it
  const role = ROLES.value(it.role)
  return create(UserSchema, {
    id,
    email,
    role,
    attestationRoles,
    status,
    version,
    createdAt: timestamp(it.createdAt),
  })
}

export function userRecord(it: UserState): string {
  return canonicalJson({
    organization_id: it.orgId,
    id: it.id,
    version: it.version,
    email: it.email,
    role: it.role,
    attestation_roles: it.attestationRoles,
    status: it.status,
    created_at: isoTime(it.createdAt),
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

export function keyMessage(it: ApiKeyState): ApiKey {
  const { id, name, prefix, permissions, rateLimit, version } = it
  return create(ApiKeySchema, {
    ...{ id, name, prefix, permissions, rateLimit, version },
    status: it.revokedAt == null ? 'active' : 'revoked',
    createdAt: timestamp(it.createdAt),
    ...(it.revokedAt == null ? {} : { revokedAt: timestamp(it.revokedAt) }),
    ...(it.lastUsedAt == null ? {} : { lastUsedAt: timestamp(it.lastUsedAt) }),
  })
}

export function keyRecord(it: ApiKeyState): string {
  return canonicalJson({
    organization_id: it.orgId,
    id: it.id,
    version: it.version,
    name: it.name,
    prefix: it.prefix,
    permissions: it.permissions,
    rate_limit: it.rateLimit,
    created_at: isoTime(it.createdAt),
    revoked_at: it.revokedAt == null ? null : isoTime(it.revokedAt),
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

export function clientMessage(it: ClientState): ServiceClient {
  const { id, name, services, organizationIds, trusted, version } = it
  return create(ServiceClientSchema, {
    ...{ id, name, services, organizationIds, trusted, version },
    createdAt: timestamp(it.createdAt),
    ...(it.revokedAt == null ? {} : { revokedAt: timestamp(it.revokedAt) }),
  })
}

export function clientRecord(organizationId: string, it: ClientState): string {
  return canonicalJson({
    organization_id: organizationId,
    id: it.id,
    version: it.version,
    name: it.name,
    services: it.services,
    organization_ids: it.organizationIds,
    trusted: it.trusted,
    created_at: isoTime(it.createdAt),
    revoked_at: it.revokedAt == null ? null : isoTime(it.revokedAt),
  })
}
