import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readTargets, refused, type TargetVariable } from '../../outbound/targets.ts'

/** A time-stamp authority that the operator has named. `anchor`: the certificate by which it is trusted. */
export type AuthorityTarget = { url: string; anchor: X509Certificate }

/** Reads ATTESTRY_TIMESTAMP_AUTHORITIES: `URL CERTIFICATE_FILE`. @throws DomainError VALIDATION naming the variable */
export function readAuthorities(env: NodeJS.ProcessEnv): AuthorityTarget[] {
  const authorities = readTargets(env, VARIABLE).map(({ url, word }) => ({
    url,
    anchor: certificateIn(word),
  }))
  if (new Set(authorities.map(({ anchor }) => anchor.fingerprint256)).size !== authorities.length)
    throw refused(VARIABLE, 'has a certificate twice')
  return authorities
}

function certificateIn(file: string): X509Certificate {
  try {
    return new X509Certificate(readFileSync(file))
  } catch {
    throw refused(VARIABLE, `names ${file}, which is not a certificate that can be read (PEM or DER)`)
  }
}

const VARIABLE: TargetVariable = {
  name: 'ATTESTRY_TIMESTAMP_AUTHORITIES',
  max: 4,
  what: 'authorities',
  form: 'URL CERTIFICATE_FILE',
}
