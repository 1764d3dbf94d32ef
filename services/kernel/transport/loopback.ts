import { DomainError, Reason } from '../errors/errors.ts'

/**
 * Requires an internal port without TLS to be on loopback.
 *
 * @param name the variable that names the address, where one does
 * @throws DomainError VALIDATION
 */
export function requireLoopback(host: string, name?: string): void {
  if (LOOPBACK.has(host)) return
  const start = name === undefined ? '' : `${name}: `
  throw new DomainError(
    Reason.VALIDATION,
    `${start}${host} is not loopback: internal ports need TLS there (ATTESTRY_TLS_CERT, ATTESTRY_TLS_KEY)`,
  )
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])
