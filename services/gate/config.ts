import { readServiceConfig, type ServiceConfig } from '../kernel/config.ts'

export type GateConfig = ServiceConfig

/** Reads the gate's environment. @throws DomainError VALIDATION naming what is missing or malformed. */
export function readGateConfig(env: NodeJS.ProcessEnv): GateConfig {
  return readServiceConfig('gate', env)
}
