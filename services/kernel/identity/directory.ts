import type { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import type { Actor, Caller } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { ErrorDetails } from '../errors/errors.ts'

/**
 * What a service's interceptors ask the ledger: whose credential is this, and record this call. In the ledger's
 * own process it is the ledger itself, elsewhere a client of it.
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

export type SessionIdentity = { sessionId: string; organizationId: string; user: Actor; addons: string[] }

export type CallRecord = { caller: Caller; outcome: Outcome; code: string; details?: ErrorDetails }
