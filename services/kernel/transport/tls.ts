import { statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { DomainError, Reason } from '../errors/errors.ts'
import { readCertificates, readPem } from './certificates.ts'

/** PEM texts for a server: its certificate and key, and the authority that MUST have issued client certificates. */
export type ServerTls = { cert: string; key: string; ca?: string }
/** PEM texts for a client: the authority it trusts, and its own certificate where the server asks for one. */
export type ClientTls = { ca: string; cert?: string; key?: string }

/**
 * Reads ATTESTRY_TLS_CERT, ATTESTRY_TLS_KEY and ATTESTRY_TLS_CA (paths of PEM files). Without any of them the internal ports stay
 * on loopback. With a CA both sides present certificates (mutual TLS).
 *
 * @throws DomainError when a file cannot be read, its certificate has expired, the key is not that of the certificate, only half of a
 *   pair is named, the key belongs to another user, or others can change it
 */
export function readTls(env: NodeJS.ProcessEnv): { server?: ServerTls; client?: ClientTls } {
  const { ATTESTRY_TLS_CERT: certPath, ATTESTRY_TLS_KEY: keyPath, ATTESTRY_TLS_CA: caPath } = env
  if ((certPath === undefined) !== (keyPath === undefined)) {
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_TLS_CERT and ATTESTRY_TLS_KEY go together')
  }
  const ca = caPath === undefined ? undefined : readCertificates('ATTESTRY_TLS_CA', caPath, 'authorities')
  if (certPath === undefined || keyPath === undefined) return ca === undefined ? {} : { client: { ca } }
  const pair = { cert: readCertificates('ATTESTRY_TLS_CERT', certPath, 'own'), key: readKey(keyPath) }
  requireContext(pair)
  return ca === undefined ? { server: pair } : { server: { ...pair, ca }, client: { ca, ...pair } }
}

/**
 * Reads the private key. A key file of another user is refused: that user knows the key. Links are followed, since mounted
 * secrets are links.
 */
function readKey(path: string): string {
  const key = readPem('ATTESTRY_TLS_KEY', path)
  const { uid, mode } = statSync(path)
  const user = process.getuid?.()
  if (user !== undefined && ((uid !== user && uid !== 0) || (mode & 0o022) !== 0))
    throw new DomainError(
      Reason.VALIDATION,
      `ATTESTRY_TLS_KEY: ${path} belongs to another user, or others can change it`,
    )
  return key
}

/** @throws DomainError VALIDATION where TLS refuses the pair, for example because the key belongs to another certificate */
function requireContext(pair: { cert: string; key: string }): void {
  try {
    createSecureContext(pair)
  } catch (cause) {
    const { message } = cause as Error
    throw new DomainError(
      Reason.VALIDATION,
      `ATTESTRY_TLS_KEY and ATTESTRY_TLS_CERT cannot be used together: ${message}`,
      { cause },
    )
  }
}
