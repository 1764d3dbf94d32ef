import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DomainError, Reason } from '../errors/errors.ts'

/**
 * Reads a PEM file of certificates. TLS takes any text for one, and then trusts nobody.
 *
 * @param name the variable that names the file
 * @param use `own`: the first certificate is that of this process; `authorities`: any of them may be the one that is used
 * @throws DomainError VALIDATION naming the variable: the file cannot be read, has something else than certificates, or has expired
 */
export function readCertificates(name: string, path: string, use: 'own' | 'authorities'): string {
  const pem = readPem(name, path)
  const certificates = parse(name, path, pem)
  const used = use === 'own' ? certificates.slice(0, 1) : certificates
  const [newest] = used.map(({ validTo }) => validTo).sort((a, b) => Date.parse(b) - Date.parse(a))
  if (newest === undefined)
    throw new DomainError(Reason.VALIDATION, `${name}: ${path} has no certificate in PEM`)
  // Peers refuse each connection with an expired certificate. Their errors name neither the file nor the variable.
  if (Date.parse(newest) < Date.now())
    throw new DomainError(
      Reason.VALIDATION,
      `${name}: the certificate in ${path} expired on ${new Date(newest).toISOString()}`,
    )
  return pem
}

function parse(name: string, path: string, pem: string): X509Certificate[] {
  try {
    return (pem.match(CERTIFICATE) ?? []).map((one) => new X509Certificate(one))
  } catch (cause) {
    throw new DomainError(Reason.VALIDATION, `${name}: ${path} has a certificate that cannot be read`, {
      cause,
    })
  }
}

/** @throws DomainError VALIDATION naming the variable: the file cannot be read */
export function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    const file = path === '' ? 'an empty text' : path
    throw new DomainError(Reason.VALIDATION, `${name}: ${file} cannot be read (${code})`, { cause })
  }
}

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END (?:TRUSTED )?CERTIFICATE-----/g
