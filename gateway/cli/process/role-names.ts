import { SERVICE_NAMES, type ServiceName } from '../../../services/kernel/identity/access.ts'

/** A role of a process: one of the services, or the gateway. */
export type ProcessRole = ServiceName | 'gateway'

export const PROCESS_ROLES: readonly ProcessRole[] = [...SERVICE_NAMES, 'gateway']
