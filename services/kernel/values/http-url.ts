import { DomainError, Reason } from '../errors/errors.ts'

/**
 * Reads an address from the environment, without the slashes at its end. Undefined where the variable is not set, or empty.
 *
 * @throws DomainError VALIDATION naming the variable, unless the address is http:// or https://, with a host and without a user, query or fragment
 */
export function readHttpUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || /[\s?#]/.test(text))
    throw new DomainError(
      Reason.VALIDATION,
      `${name} must be http://… or https://…, without user, query and fragment`,
    )
  return text.replace(/\/+$/, '')
}
