import { readServiceConfig, type ServiceConfig } from '../kernel/config.ts'

export type IngestionConfig = ServiceConfig

/** Reads ingestion's environment. @throws DomainError VALIDATION naming what is missing or malformed. */
export function readIngestionConfig(env: NodeJS.ProcessEnv): IngestionConfig {
  return readServiceConfig('ingestion', env)
}
