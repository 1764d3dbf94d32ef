import type { Transport } from '@connectrpc/connect'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import type { Directory } from '../../../services/kernel/identity/directory.ts'

/** The part of the ledger that other services use. */
type Ledger = { transport: Transport; directory: Directory }

/**
 * Returns a placeholder for a ledger that is starting in this process, so that the other services can start at the same time:
 * they open their databases, and call the ledger only for calls that they serve. A call before `started` is UNAVAILABLE.
 */
export function deferredLedger(): Ledger & { started(ledger: Ledger): void } {
  const fail = async (): Promise<never> => {
    throw new DomainError(Reason.UNAVAILABLE, 'the ledger starts')
  }
  let directory: Directory = { client: fail, session: fail, record: fail }
  const transport: Transport = { unary: fail, stream: fail }
  return {
    transport,
    directory: {
      client: (token, organizationId) => directory.client(token, organizationId),
      session: (token) => directory.session(token),
      record: (call) => directory.record(call),
    },
    started: (ledger) => {
      directory = ledger.directory
      // Clients keep this object; from now on its calls go directly to the ledger.
      Object.assign(transport, ledger.transport)
    },
  }
}
