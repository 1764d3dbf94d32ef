import { readFileSync, statSync } from 'node:fs'
import { DomainError, Reason } from '../errors/errors.ts'

/** PEM texts for a server: its certificate and key, and the authority that MUST have issued client certificates. */
export type ServerTls = { cert: string; key: string; ca?: string }
/** PEM texts for a client: the authority it trusts, and its own certificate where the server asks for one. */
export type ClientTls = { ca: string; cert?: string; key?: string }

/**
 * Reads ATTESTRY_TLS_CERT, ATTESTRY_TLS_KEY and ATTESTRY_TLS_CA (paths of PEM files). Without any of them the internal ports stay
 * on loopback. With a CA both sides present certificates (mutual TLS).
 *
 * @throws DomainError when a file cannot be read or only half of a pair is named, or when the key belongs to another user or
 * others can change it
 */
export function readTls(env: NodeJS.ProcessEnv): { server?: ServerTls; client?: ClientTls } {
  const { ATTESTRY_TLS_CERT: certPath, ATTESTRY_TLS_KEY: keyPath, ATTESTRY_TLS_CA: caPath } = env
  if ((certPath === undefined) !== (keyPath === undefined)) {
    throw new DomainError(Reason.VALIDATION, 'ATTESTRY_TLS_CERT and ATTESTRY_TLS_KEY go together')
  }
  const ca = caPath === undefined ? undefined : read('ATTESTRY_TLS_CA', caPath)
  if (certPath === undefined || keyPath === undefined) return ca === undefined ? {} : { client: { ca } }
  const pair = { cert: read('ATTESTRY_TLS_CERT', certPath), key: readKey(keyPath) }
  return ca === undefined ? { server: pair } : { server: { ...pair, ca }, client: { ca, ...pair } }
}

/**
 * Reads the private key. A key file of another user is refused: that user knows the key. Links are followed, since mounted
 * secrets are links.
 */
function readKey(path: string): string {
  const key = read('ATTESTRY_TLS_KEY', path)
  const { uid, mode } = statSync(path)
  const user = process.getuid?.()
  if (user !== undefined && ((uid !== user && uid !== 0) || (mode & 0o022) !== 0))
    throw new DomainError(
      Reason.VALIDATION,
      `ATTESTRY_TLS_KEY: ${path} belongs to another user, or others can change it`,
    )
  return key
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new DomainError(Reason.VALIDATION, `${name}: ${path} cannot be read`, { cause })
  }
}
