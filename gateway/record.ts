import type { CallRecord } from '../services/kernel/identity/directory.ts'
import { INSTALLATION_ID } from '../services/kernel/values/ids.ts'
import type { Clients } from './clients.ts'

/** Records a call that changed nothing, before its answer leaves. */
export type RecordCall = (call: CallRecord) => Promise<void>

/** The recorder of the gateway. It records only the address of an unauthenticated caller. */
export function recorder(clients: Pick<Clients, 'audit'>): RecordCall {
  return async ({ caller, outcome, code, details = {} }) => {
    const unknown = caller.organizationId === INSTALLATION_ID && caller.clientAddress !== ''
    const recorded = unknown ? { client_address: caller.clientAddress, ...details } : details
    await clients.audit.recordCall({ caller, outcome, code, details: recorded })
  }
}
