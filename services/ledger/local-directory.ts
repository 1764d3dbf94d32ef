import { create } from '@bufbuild/protobuf'
import { ActorKind, ActorSchema } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { auditEntry } from '../kernel/audit/audit-entry.ts'
import { sha256 } from '../kernel/crypto/digest.ts'
import { DomainError, Reason } from '../kernel/errors/errors.ts'
import { ROLES } from '../kernel/identity/caller.ts'
import { cachedClients } from '../kernel/identity/client-cache.ts'
import type { Directory } from '../kernel/identity/directory.ts'
import type { LedgerContext } from './context.ts'

/** The directory in the ledger's own process. Other services reach the same through its RPCs. */
export function localDirectory(ctx: Pick<LedgerContext, 'directory' | 'audit' | 'clock'>): Directory {
  return {
    // The client of the installation's own processes is part of every batch of calls, so it is cached. Other clients are looked up
    // each time, so that a revocation takes effect at once.
    client: cachedClients(
      (tokenHash, organizationId) => clientIdentity(ctx, tokenHash, organizationId),
      ({ trusted }) => trusted,
    ),
    async session(token) {
      return sessionIdentity(ctx, sha256(token))
    },
    record: (call) => ctx.audit.record(auditEntry({ ...call, at: ctx.clock.now() })),
  }
}

type Identity<K extends 'client' | 'session'> = Awaited<ReturnType<Directory[K]>>

/** @throws DomainError UNAUTHENTICATED */
export async function clientIdentity(
  ctx: Pick<LedgerContext, 'directory'>,
  tokenHash: Buffer,
  organizationId: string,
): Promise<Identity<'client'>> {
  const found = await ctx.directory.client(tokenHash, organizationId === '' ? null : organizationId)
  if (found === undefined)
    throw new DomainError(Reason.UNAUTHENTICATED, 'the service client token is not valid')
  const { id, name, services, organization_ids: organizationIds, trusted, addons } = found
  return {
    id,
    name,
    services,
    organizationIds,
    trusted,
    organizationKnown: addons !== null,
    addons: addons ?? [],
  }
}

/** @throws DomainError UNAUTHENTICATED */
export async function sessionIdentity(
  ctx: Pick<LedgerContext, 'directory'>,
  tokenHash: Buffer,
): Promise<Identity<'session'>> {
  const found = await ctx.directory.session(tokenHash)
  if (found === undefined)
    throw new DomainError(Reason.UNAUTHENTICATED, 'sign in again: the session is not valid')
  const { user_id: id, email: name, role, attestation_roles: attestationRoles } = found
  const user = create(ActorSchema, {
    kind: ActorKind.USER,
    id,
    name,
    role: ROLES.value(role),
    attestationRoles,
    mustChangePassword: found.must_change_password,
    userVersion: found.version,
    sessionId: found.session_id,
    recentGrants: (found.recent_grants ?? []).map(({ role, hours_ago }) => ({ role, hoursAgo: hours_ago })),
  })
  return { sessionId: found.session_id, organizationId: found.org_id, user, addons: found.addons }
}
