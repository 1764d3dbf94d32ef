import type { Transport } from '@connectrpc/connect'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import type { Directory } from '../../services/kernel/identity/directory.ts'

/** What other services have of the ledger. */
type Ledger = { transport: Transport; directory: Directory }

/**
 * Stands for a ledger that starts in this process, so that the other services start beside it: they open their databases, and call it only
 * for calls that they serve. One that comes before `started` is UNAVAILABLE.
 */
export function lateLedger(): Ledger & { started(ledger: Ledger): void } {
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
      // Clients keep the object: a call goes straight to the ledger.
      Object.assign(transport, ledger.transport)
    },
  }
}
