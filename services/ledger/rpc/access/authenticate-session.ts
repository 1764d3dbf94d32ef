import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import { ActorKind, ActorSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { DirectoryService } from '../../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { ROLES } from '../../../kernel/identity/caller.ts'
import type { Directory } from '../../../kernel/identity/directory.ts'
import type { LedgerContext } from '../../context.ts'

/** DirectoryService.AuthenticateSession */
export function authenticateSession(
  ctx: Pick<LedgerContext, 'directory'>,
): MethodImpl<typeof DirectoryService.method.authenticateSession> {
  return ({ tokenHash }) => sessionIdentity(ctx, Buffer.from(tokenHash))
}

/** The person of a session. @throws DomainError UNAUTHENTICATED */
export async function sessionIdentity(
  ctx: Pick<LedgerContext, 'directory'>,
  tokenHash: Buffer,
): ReturnType<Directory['session']> {
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
