import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { NoteError } from '../../kernel/tlog/signed-note.ts'
import { parseVerifierKey, SignatureType, type VerifierKey } from '../../kernel/tlog/verifier-key.ts'
import { allowedRanges } from '../outbound/addresses.ts'

/** A witness that the operator has named. `url`: its submission prefix, without a slash at the end. */
export type WitnessTarget = { url: string; key: VerifierKey }

/** A time-stamp authority that the operator has named. `anchor`: the certificate that it is trusted by. */
export type AuthorityTarget = { url: string; anchor: X509Certificate }

export type WitnessConfig = {
  witnesses: WitnessTarget[]
  authorities: AuthorityTarget[]
  /** Ranges that both may be in: loopback, and what the operator has listed, beside public addresses. */
  allowed: string[]
}

/**
 * Reads ATTESTRY_WITNESSES (`URL VERIFIER_KEY`, separated by commas; at most 16), ATTESTRY_TIMESTAMP_AUTHORITIES (`URL FILE`, at
 * most 4) and ATTESTRY_WITNESS_ADDRESSES.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export function readWitnessConfig(env: NodeJS.ProcessEnv): WitnessConfig {
  const witnesses = (env.ATTESTRY_WITNESSES ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(targetOf)
  if (witnesses.length > MAX_WITNESSES) throw refused(`has more than ${MAX_WITNESSES} witnesses`)
  if (new Set(witnesses.map(({ key }) => key.text)).size !== witnesses.length)
    throw refused('has a witness twice')
  const listed = allowedRanges(env.ATTESTRY_WITNESS_ADDRESSES ?? '', 'ATTESTRY_WITNESS_ADDRESSES')
  return { witnesses, authorities: readAuthorities(env), allowed: [...LOOPBACK, ...listed] }
}

function readAuthorities(env: NodeJS.ProcessEnv): AuthorityTarget[] {
  const name = 'ATTESTRY_TIMESTAMP_AUTHORITIES'
  const authorities = (env[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [url = '', file = '', ...more] = part.split(/\s+/)
      if (!isPlainUrl(url) || file === '' || more.length > 0)
        throw refused('must be URL CERTIFICATE_FILE, separated by commas', name)
      return { url, anchor: certificateIn(file, name) }
    })
  if (authorities.length > MAX_AUTHORITIES)
    throw refused(`has more than ${MAX_AUTHORITIES} authorities`, name)
  if (new Set(authorities.map(({ anchor }) => anchor.fingerprint256)).size !== authorities.length)
    throw refused('has a certificate twice', name)
  return authorities
}

function certificateIn(file: string, name: string): X509Certificate {
  try {
    return new X509Certificate(readFileSync(file))
  } catch {
    throw refused(`names ${file}, which is no certificate that can be read (PEM or DER)`, name)
  }
}

function targetOf(part: string): WitnessTarget {
  const [url = '', verifierKey = '', ...more] = part.split(/\s+/)
  if (!isPlainUrl(url) || more.length > 0) throw refused('must be URL VERIFIER_KEY, separated by commas')
  try {
    const key = parseVerifierKey(verifierKey)
    if (key.type === SignatureType.COSIGNATURE) return { url: url.replace(/\/+$/, ''), key }
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
  }
  throw refused('must have the verifier key of a witness (Ed25519, type 4) after each address')
}

/** Whether this is an address of http or https without a password, a query or a fragment. */
function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === ''
}

function refused(what: string, name = 'ATTESTRY_WITNESSES'): DomainError {
  return new DomainError(Reason.VALIDATION, `${name} ${what}`)
}

const MAX_WITNESSES = 16
const MAX_AUTHORITIES = 4
/** The operator names them, and may name one on the same machine. */
const LOOPBACK = ['127.0.0.0/8', '::1/128']
