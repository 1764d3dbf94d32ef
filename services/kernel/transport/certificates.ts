import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DomainError, Reason } from '../errors/errors.ts'

/**
 * Reads a PEM file of certificates. TLS takes any text for one, and then trusts nobody.
 *
 * @param name the variable that names the file
 * @throws DomainError VALIDATION naming the variable: the file cannot be read, or has something else than certificates
 */
export function readCertificates(name: string, path: string): string {
  const pem = readPem(name, path)
  const certificates = pem.match(CERTIFICATE) ?? []
  try {
    for (const one of certificates) new X509Certificate(one)
  } catch (cause) {
    throw new DomainError(Reason.VALIDATION, `${name}: ${path} has a certificate that cannot be read`, {
      cause,
    })
  }
  if (certificates.length === 0)
    throw new DomainError(Reason.VALIDATION, `${name}: ${path} has no certificate in PEM`)
  return pem
}

/** @throws DomainError VALIDATION naming the variable: the file cannot be read */
export function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new DomainError(Reason.VALIDATION, `${name}: ${path} cannot be read`, { cause })
  }
}

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END (?:TRUSTED )?CERTIFICATE-----/g
