import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'

/**
 * Returns the server that the driver connects to, without user and password: the parameter `host`, which may name a directory of
 * sockets, otherwise the host of the URL, otherwise what the driver takes without one.
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
  return searchParams.get('host') || host || process.env.PGHOST || 'localhost'
}
