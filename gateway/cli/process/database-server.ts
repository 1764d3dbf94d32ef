import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'

/**
 * Returns the server that the driver connects to, without user and password. A URL without a host names a directory of sockets in
 * `host`, or leaves it to the driver.
 *
 * @throws DomainError VALIDATION naming DATABASE_URL, never its value
 */
export function databaseServer(url: string): string {
  if (!URL.canParse(url) || !/^postgres(?:ql)?:$/.test(new URL(url).protocol))
    throw new DomainError(
      Reason.VALIDATION,
      'DATABASE_URL must be postgres://user:password@host:port/database',
    )
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || process.env.PGHOST || 'localhost'
}
