import { create } from '@bufbuild/protobuf'
import { ActorSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { type ServiceClient, ServiceClientSchema } from '../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { type ApiKey, ApiKeySchema } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import {
  type Organization,
  OrganizationSchema,
} from '../../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { type User, UserSchema } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { type Actor, ActorKind, ROLES } from '../../kernel/identity/caller.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { type Separation, separationMessage } from './separation.ts'

/*
 * Organizations, users, keys and clients: the message in answers, and the record whose hash is in the log. Both MUST NOT
 * hold a password, a key, a token or a hash of one.
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
  /** The password was set by somebody else: the next sign-in must change it. */
  mustChangePassword: boolean
  version: number
  createdAt: Date
}

export function userMessage(user: UserState): User {
  const { id, email, attestationRoles, status, version, mustChangePassword } = user
  const role = ROLES.value(user.role)
  return create(UserSchema, {
    ...{ id, email, role, attestationRoles, status, version, mustChangePassword },
    createdAt: timestamp(user.createdAt),
  })
}

/** The person as the one who acts. */
export function userActor({ id, email, role }: Pick<UserState, 'id' | 'email' | 'role'>): Actor {
  return create(ActorSchema, { kind: ActorKind.USER, id, name: email, role: ROLES.value(role) })
}

export function userRecord(user: UserState): string {
  return userRecords.write(user.orgId, userMessage(user))
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
  return keyRecords.write(key.orgId, keyMessage(key))
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
  return clientRecords.write(organizationId, clientMessage(client))
}

const organizationRecords = recordCodec(OrganizationSchema)
const userRecords = recordCodec(UserSchema)
const keyRecords = recordCodec(ApiKeySchema)
const clientRecords = recordCodec(ServiceClientSchema)
