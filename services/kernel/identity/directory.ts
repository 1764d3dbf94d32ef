import type { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import type { Actor, Caller } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { ErrorDetails } from '../errors/errors.ts'

/**
 * The functions of the ledger that a service's interceptors call: they resolve a credential, and record a call. In the ledger's
 * own process the implementation is the ledger itself; elsewhere it is a client of the ledger.
 */
export type Directory = {
  /** @throws DomainError UNAUTHENTICATED for an unknown or revoked token. */
  client(token: string, organizationId: string): Promise<ClientIdentity>
  /** @throws DomainError UNAUTHENTICATED for an unknown, ended or expired session. */
  session(token: string): Promise<SessionIdentity>
  /** Records a call that changed nothing. */
  record(call: CallRecord): Promise<void>
}

export type ClientIdentity = {
  id: string
  name: string
  services: string[]
  /** Empty: every organization. */
  organizationIds: string[]
  trusted: boolean
  organizationKnown: boolean
  addons: string[]
}

type SessionIdentity = { sessionId: string; organizationId: string; user: Actor; addons: string[] }

export type CallRecord = { caller: Caller; outcome: Outcome; code: string; details?: ErrorDetails }
