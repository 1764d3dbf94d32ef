import { readServiceConfig, type ServiceConfig } from '../kernel/config.ts'

export type EvidenceConfig = ServiceConfig

/** Reads evidence's environment. @throws DomainError VALIDATION naming what is missing or malformed. */
export function readEvidenceConfig(env: NodeJS.ProcessEnv): EvidenceConfig {
  return readServiceConfig('evidence', env)
}
