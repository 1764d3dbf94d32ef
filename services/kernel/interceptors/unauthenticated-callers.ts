import type { Clock } from '../clock.ts'
import { DomainError, type ErrorDetails, Reason } from '../errors/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { networkOf } from '../identity/client-network.ts'
import type { Directory } from '../identity/directory.ts'
import { LIMITS } from '../values/limits.ts'
import { recordRefusal } from './record-refusal.ts'

/**
 * Limits unauthenticated calls by address. The first 60 calls a minute of an address are recorded one by one and
 * refused as UNAUTHENTICATED. Further calls are refused as RATE_LIMITED and counted (aggregate-calls.ts). A
 * caller with a valid credential MUST NOT be slowed by its address.
 */
export type UnauthenticatedCallers = {
  /** Records the refusal of a call. @returns the error that answers it */
  refuse(caller: Caller, error: unknown, details: ErrorDetails): Promise<unknown>
}

/** @param directory counts the calls that have no entry of their own */
export function unauthenticatedCallers(directory: Directory, deps: { clock: Clock }): UnauthenticatedCallers {
  let minute = 0
  let failures = new Map<string, number>()

  const isBeyond = (address: string): boolean => {
    const now = Math.floor(deps.clock.now().getTime() / 60_000)
    if (now !== minute) failures = new Map()
    minute = now
    const network = networkOf(address)
    const count = (failures.get(network) ?? 0) + 1
    failures.set(network, count)
    return count > LIMITS.addressRate
  }
  return {
    refuse: async (caller, error, details) => {
      const unknown = error instanceof DomainError && error.reason === Reason.UNAUTHENTICATED
      const beyond = unknown && isBeyond(caller.clientAddress)
      const answer = beyond
        ? new DomainError(Reason.RATE_LIMITED, 'too many calls without a valid credential')
        : error
      const recorded = unknown ? { client_address: caller.clientAddress, ...details } : details
      await recordRefusal(directory, caller, answer, recorded)
      return answer
    },
  }
}
