import { readServiceConfig, type ServiceConfig } from '../kernel/config.ts'

export type LedgerConfig = ServiceConfig

/** Reads the ledger's environment. @throws DomainError VALIDATION naming what is missing or malformed. */
export function readLedgerConfig(env: NodeJS.ProcessEnv): LedgerConfig {
  return readServiceConfig('ledger', env)
}
