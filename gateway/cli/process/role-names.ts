import { SERVICE_NAMES, type ServiceName } from '../../../services/kernel/identity/access.ts'

/** A role of a process: one of the services, or the gateway. */
export type ProcessRole = ServiceName | 'gateway'

export const PROCESS_ROLES: readonly ProcessRole[] = [...SERVICE_NAMES, 'gateway']

/** Whether a process with these roles starts its own PostgreSQL. */
export function usesEmbeddedPostgres(roles: readonly ProcessRole[], env: NodeJS.ProcessEnv): boolean {
  return !env.DATABASE_URL && roles.some((role) => role !== 'gateway')
}
