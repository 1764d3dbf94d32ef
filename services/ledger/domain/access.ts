import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { DomainError, invalid, Reason } from '../../kernel/errors/errors.ts'
import { SERVICE_NAMES } from '../../kernel/identity/access.ts'
import { ROLES, type Role } from '../../kernel/identity/caller.ts'
import { ADDONS, PERMISSIONS } from '../../kernel/identity/permissions.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { EMAIL_PATTERN, KIND_PATTERN, LIMITS } from '../../kernel/values/limits.ts'
import { dateOf } from '../../kernel/values/time.ts'

/** The length of the part of a key that is stored so that a person can recognise the key. */
export const KEY_PREFIX_LENGTH = 12

/** @throws DomainError VALIDATION */
export function checkOrganization(organization: { name: string; addons: string[] }): void {
  const known: readonly string[] = ADDONS
  new Checks()
    .text('name', organization.name, LIMITS.title, 1)
    .that(
      organization.addons.every((addon) => known.includes(addon)),
      'addons',
      `must be among ${ADDONS.join(', ')}`,
    )
    .done()
}

/** @throws DomainError VALIDATION */
export function checkUser(user: { email: string; attestationRoles: string[] }): void {
  new Checks()
    .that(isEmail(user.email), 'email', 'must be an e-mail address')
    .that(user.attestationRoles.length <= 50, 'attestation_roles', 'must have at most 50 entries')
    .that(
      user.attestationRoles.every((role) => KIND_PATTERN.test(role)),
      'attestation_roles',
      `must each match ${KIND_PATTERN.source}`,
    )
    .done()
}

/** Whether a text has the form of an account's address. */
export function isEmail(text: string): boolean {
  return text.length <= LIMITS.identifier && EMAIL_PATTERN.test(text)
}

/** The word of a role in a request. @throws DomainError VALIDATION */
export function roleWord(role: Role): string {
  if (!ROLES.knows(role)) throw invalid({ role: [ROLES.expected] })
  return ROLES.word(role)
}

/** The address of an organization's first administrator where none was given. */
export function defaultAdminEmail(organization: { id: string; name: string }): string {
  const slug = organization.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `admin-${organization.id.slice(-6)}@${slug === '' ? 'organization' : slug}.example`.replace(
    /-\.example$/,
    '.example',
  )
}

/** @throws DomainError VALIDATION */
export function checkKey(key: { name: string; permissions: string[]; rateLimit: number }): void {
  const known: readonly string[] = PERMISSIONS
  new Checks()
    .text('name', key.name, LIMITS.title, 1)
    .that(key.permissions.length > 0, 'permissions', 'must name at least one')
    .that(
      key.permissions.every((name) => known.includes(name)),
      'permissions',
      `must be among ${PERMISSIONS.join(', ')}`,
    )
    .that(key.rateLimit >= 1 && key.rateLimit <= 1_000_000, 'rate_limit', 'must be from 1 to 1000000')
    .done()
}

/**
 * The end of a key. One that has passed would be another word for a revoked key.
 *
 * @throws DomainError VALIDATION
 */
export function checkKeyEnd(expiresAt: Date | null, at: Date): void {
  if (expiresAt === null) return
  const checks = new Checks().instant('expires_at', expiresAt)
  checks.that(!(expiresAt <= at), 'expires_at', 'must be in the future').done()
}

/**
 * The end of a key after a change of it. A key that has expired stays expired: whoever has kept it MUST NOT be let in again.
 *
 * @throws DomainError VALIDATION, CONFLICT where the key has expired
 */
export function changedKeyEnd(
  key: { expiresAt?: Date | null },
  request: { expiresAt?: Timestamp; neverExpires: boolean },
  at: Date,
): { expiresAt?: Date | null } {
  if (request.expiresAt === undefined && !request.neverExpires) return {}
  if (request.expiresAt !== undefined && request.neverExpires)
    throw invalid({ never_expires: ['does not go with expires_at'] })
  if (key.expiresAt != null && key.expiresAt <= at)
    throw new DomainError(Reason.CONFLICT, 'the key has expired: create another one', {
      details: { reason: 'key_expired' },
    })
  const expiresAt = request.expiresAt === undefined ? null : dateOf(request.expiresAt)
  checkKeyEnd(expiresAt, at)
  return { expiresAt }
}

/** @throws DomainError VALIDATION */
export function checkClient(client: { name: string; services: string[]; organizationIds: string[] }): void {
  const known: readonly string[] = SERVICE_NAMES
  const checks = new Checks()
    .text('name', client.name, LIMITS.title, 1)
    .that(client.services.length > 0, 'services', 'must name at least one')
    .that(
      client.services.every((name) => known.includes(name)),
      'services',
      `must be among ${SERVICE_NAMES.join(', ')}`,
    )
  checks
    .list('organization_ids', client.organizationIds, MAX_ORGANIZATIONS, (id) =>
      checks.uuid('organization_ids', id),
    )
    .done()
}

/** How many organizations a service client can be bound to by name. */
const MAX_ORGANIZATIONS = 1000
