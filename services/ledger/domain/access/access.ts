import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { DomainError, invalid, Reason } from '../../../kernel/errors/errors.ts'
import { SERVICE_NAMES } from '../../../kernel/identity/access.ts'
import { ADDONS, PERMISSIONS } from '../../../kernel/identity/permissions.ts'
import { EMAIL_PATTERN, LIMITS } from '../../../kernel/values/limits.ts'
import { dateOf } from '../../../kernel/values/time.ts'

/** The length of the prefix of a key that is stored in plain text, so that people can recognise the key. */
export const KEY_PREFIX_LENGTH = 12

/** @throws DomainError VALIDATION for an unknown add-on */
export function checkAddons(addons: readonly string[]): void {
  checkWords('addons', addons, ADDONS)
}

/** @throws DomainError VALIDATION for an unknown permission */
export function checkPermissions(permissions: readonly string[]): void {
  checkWords('permissions', permissions, PERMISSIONS)
}

/** @throws DomainError VALIDATION for an unknown service */
export function checkServices(services: readonly string[]): void {
  checkWords('services', services, SERVICE_NAMES)
}

function checkWords(field: string, given: readonly string[], known: readonly string[]): void {
  if (given.every((word) => known.includes(word))) return
  throw invalid({ [field]: [`must be among ${known.join(', ')}`] })
}

/** Whether a text has the form of an account's address. */
export function isEmail(text: string): boolean {
  return text.length <= LIMITS.identifier && EMAIL_PATTERN.test(text)
}

/** The e-mail address of an organization's first administrator where none was given. */
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

/**
 * Checks the expiry time of a key. A time in the past is refused, because it would revoke the key.
 *
 * @throws DomainError VALIDATION
 */
export function checkKeyEnd(expiresAt: Date | null, at: Date): void {
  if (expiresAt !== null && expiresAt <= at) throw invalid({ expires_at: ['must be in the future'] })
}

/**
 * Returns the expiry time of a key after a change. An expired key stays expired: whoever still has it MUST NOT get access again.
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
    throw invalid({ never_expires: ['must not be given with expires_at'] })
  if (key.expiresAt != null && key.expiresAt <= at)
    throw new DomainError(Reason.CONFLICT, 'the key has expired: create another one', {
      details: { reason: 'key_expired' },
    })
  const expiresAt = request.expiresAt === undefined ? null : dateOf(request.expiresAt)
  checkKeyEnd(expiresAt, at)
  return { expiresAt }
}
