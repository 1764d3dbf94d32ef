import { allowedRanges } from '../outbound/addresses.ts'
import { type AuthorityTarget, readAuthorities } from './time-stamps/config.ts'
import { readWitnesses, type WitnessTarget } from './witnesses/config.ts'

/** The witnesses and authorities that the operator has named. */
export type StatementConfig = {
  witnesses: WitnessTarget[]
  authorities: AuthorityTarget[]
  /** The address ranges that both may be in, in addition to public addresses: loopback, and those that the operator has listed. */
  allowed: string[]
}

/**
 * Reads ATTESTRY_WITNESSES, ATTESTRY_TIMESTAMP_AUTHORITIES and ATTESTRY_WITNESS_ADDRESSES.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export function readStatementConfig(env: NodeJS.ProcessEnv): StatementConfig {
  const listed = allowedRanges(env.ATTESTRY_WITNESS_ADDRESSES ?? '', 'ATTESTRY_WITNESS_ADDRESSES')
  return {
    witnesses: readWitnesses(env),
    authorities: readAuthorities(env),
    allowed: [...LOOPBACK, ...listed],
  }
}

/** The operator names them, and may name one on the same machine. */
const LOOPBACK = ['127.0.0.0/8', '::1/128']
