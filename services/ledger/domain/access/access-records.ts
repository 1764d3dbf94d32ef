import { create } from '@bufbuild/protobuf'
import { ActorSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import {
  type ServiceClient,
  ServiceClientSchema,
} from '../../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { type ApiKey, ApiKeySchema } from '../../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import {
  type Organization,
  OrganizationSchema,
} from '../../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { type User, UserSchema } from '../../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { saltedSha256, sha256Hex } from '../../../kernel/crypto/digest.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { type Actor, ActorKind, ROLES } from '../../../kernel/identity/caller.ts'
import { isoTime, timestamp } from '../../../kernel/values/time.ts'
import { type Separation, separationMessage } from './separation.ts'

/*
 * Organizations, users, keys and clients: the message in answers, and the record whose hash is in the log. Both MUST NOT hold a
 * password, a key, a token, or the stored form of one. The record has the SHA-256 of the stored form, so that verification finds a
 * replaced credential. The stored form of a password is an argon2id hash with a random salt, that of a key or token the SHA-256 of
 * 32 random bytes. Neither can be guessed from the digest in the record.
 */

export type OrganizationState = {
  id: string
  name: string
  addons: string[]
  separation: Separation
  version: number
  createdAt: Date
}

export function organizationMessage(organization: OrganizationState): Organization {
  const { separation, ...fields } = organization
  return create(OrganizationSchema, {
    ...fields,
    separationOfDuties: separationMessage(separation),
    createdAt: timestamp(organization.createdAt),
  })
}

export function organizationRecord(organization: OrganizationState): string {
  return organizationRecords.write(organization.id, organizationMessage(organization))
}

export type UserState = {
  orgId: string
  id: string
  email: string
  role: string
  attestationRoles: string[]
  status: string
  /** Another person set the password, so it MUST be changed at the next sign-in. */
  mustChangePassword: boolean
  version: number
  createdAt: Date
}

export function userMessage(user: UserState): User {
  const { id, email, attestationRoles, status, version, mustChangePassword } = user
  const role = ROLES.value(user.role)
  return create(UserSchema, {
    id,
    email,
    role,
    attestationRoles,
    status,
    version,
    mustChangePassword,
    createdAt: timestamp(user.createdAt),
  })
}

/** The person as the actor of a call. */
export function userActor({ id, email, role }: Pick<UserState, 'id' | 'email' | 'role'>): Actor {
  return create(ActorSchema, { kind: ActorKind.USER, id, name: email, role: ROLES.value(role) })
}

/** The invitation that a person has not used yet, as it is stored. */
export type StoredInvitation = { codeHash: Uint8Array; expiresAt: Date }

/** @param password as it is stored */
export function userRecord(user: UserState, password: string, invitation?: StoredInvitation): string {
  const invited =
    invitation === undefined
      ? 'null'
      : `{"code_sha256":"${sha256Hex(invitation.codeHash)}","expires_at":"${isoTime(invitation.expiresAt)}"}`
  return userRecords.write(user.orgId, userMessage(user), {
    ...credential(user.id, password),
    invitation: invited,
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
  expiresAt?: Date | null
  revokedAt?: Date | null
  lastUsedAt?: Date | null
}

/** @param at the time for which its status is given */
export function keyMessage(key: ApiKeyState, at: Date): ApiKey {
  const { id, name, prefix, permissions, rateLimit, version } = key
  return create(ApiKeySchema, {
    id,
    name,
    prefix,
    permissions,
    rateLimit,
    version,
    status: statusOf(key, at),
    createdAt: timestamp(key.createdAt),
    ...(key.expiresAt == null ? {} : { expiresAt: timestamp(key.expiresAt) }),
    ...(key.revokedAt == null ? {} : { revokedAt: timestamp(key.revokedAt) }),
    ...(key.lastUsedAt == null ? {} : { lastUsedAt: timestamp(key.lastUsedAt) }),
  })
}

function statusOf({ revokedAt, expiresAt }: ApiKeyState, at: Date): 'active' | 'expired' | 'revoked' {
  if (revokedAt != null) return 'revoked'
  return expiresAt != null && expiresAt <= at ? 'expired' : 'active'
}

/** @param hash as it is stored */
export function keyRecord(key: ApiKeyState, hash: Uint8Array): string {
  return keyRecords.write(key.orgId, keyMessage(key, key.createdAt), credential(key.id, hash))
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
    id,
    name,
    services,
    organizationIds,
    trusted,
    version,
    createdAt: timestamp(client.createdAt),
    ...(client.revokedAt == null ? {} : { revokedAt: timestamp(client.revokedAt) }),
  })
}

/** @param tokenHash as it is stored */
export function clientRecord(organizationId: string, client: ClientState, tokenHash: Uint8Array): string {
  return clientRecords.write(organizationId, clientMessage(client), credential(client.id, tokenHash))
}

/**
 * The digest in a record of a stored credential. It covers the id too. Otherwise two accounts with the same stored form would have
 * the same digest.
 */
export function credentialSha256(id: string, stored: string | Uint8Array): string {
  return saltedSha256(id, stored)
}

function credential(id: string, stored: string | Uint8Array): { credential_sha256: string } {
  return { credential_sha256: `"${credentialSha256(id, stored)}"` }
}

const organizationRecords = recordCodec(OrganizationSchema)
const userRecords = recordCodec(UserSchema, ['credential_sha256', 'invitation'])
const keyRecords = recordCodec(ApiKeySchema, ['credential_sha256'])
const clientRecords = recordCodec(ServiceClientSchema, ['credential_sha256'])
