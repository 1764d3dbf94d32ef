import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { SERVICE_NAMES, type ServiceName } from '../../../services/kernel/identity/access.ts'
import type { Log } from '../../../services/kernel/logging/log.ts'
import { readHttpUrl } from '../../../services/kernel/values/http-url.ts'
import type { ProcessRole } from './role-names.ts'

/** The variable that has the address of a service that runs elsewhere. */
export const urlVariable = (name: ServiceName): string => `ATTESTRY_${name.toUpperCase()}_URL`

/** The address of a service that runs elsewhere; undefined where none is given. @throws DomainError VALIDATION naming the variable */
export function readServiceUrl(env: NodeJS.ProcessEnv, name: ServiceName): string | undefined {
  return readHttpUrl(env, urlVariable(name))
}

/**
 * Checks that a process reaches the ledger, without which it can answer nothing. Warns where a gateway does not reach another service,
 * and where a gateway has the address of a service that runs in its own process: nothing is sent there. A process of services alone is not
 * warned: the processes of an installation may share one list of addresses.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export function checkServiceUrls(
  env: NodeJS.ProcessEnv,
  roles: readonly ProcessRole[],
  log: Pick<Log, 'warn'>,
): void {
  for (const name of SERVICE_NAMES) {
    const address = readServiceUrl(env, name)
    const here = roles.includes(name)
    if (here && address !== undefined && roles.includes('gateway'))
      log.warn(
        { service: name },
        `${urlVariable(name)} has no effect: the ${name} service runs in this process`,
      )
    if (here || address !== undefined) continue
    if (name === 'ledger')
      throw new DomainError(
        Reason.VALIDATION,
        `${urlVariable(name)} is not set, and the ledger does not run in this process`,
      )
    if (roles.includes('gateway'))
      log.warn({ service: name }, `${urlVariable(name)} is not set: its operations are answered 500`)
  }
}
