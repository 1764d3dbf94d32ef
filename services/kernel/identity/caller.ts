import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { type ContextValues, createContextKey, createContextValues } from '@connectrpc/connect'
import {
  type Actor,
  ActorKind,
  type Caller,
  CallerSchema,
  Role,
  RoleSchema,
  Via,
} from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { enumText } from '../values/enum-text.ts'
import { INSTALLATION_ID, mintId } from '../values/ids.ts'

export { type Actor, ActorKind, type Caller, Role, Via }

/** The words of the roles: admin, approver, auditor, member. */
export const ROLES = enumText<Role>(RoleSchema)

/** Metadata: the caller that a trusted service client speaks for, serialized, base64. */
export const CALLER_HEADER = 'attestry-caller-bin'
/** Metadata: the session token of the acting person. Each service resolves it and never trusts it. */
export const SESSION_HEADER = 'attestry-session'
/** Metadata: the organization that a service client acts for, a UUID. */
export const ORGANIZATION_HEADER = 'attestry-organization'
/** Metadata of an answer: the call's request id, which is also the id of its audit entry. REST uses the same header. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** The caller. Set at the entry point of the call, and by the authenticating interceptor on arrival. */
export const callerKey = createContextKey<Caller | undefined>(undefined, { description: 'caller' })
/** The session token that goes with a call of a person. */
export const sessionKey = createContextKey<string | undefined>(undefined, { description: 'session' })

/** The caller of the current call. @throws DomainError when an RPC that needs a caller was called without one */
export function callerOf(context: { values: ContextValues }): Caller {
  const caller = context.values.get(callerKey)
  if (caller === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'the call names no caller')
  return caller
}

/** The name of a caller for people to read; the id where it has none. */
export function nameOf({ actor }: Caller): string {
  return actor?.name || actor?.id || ''
}

/** Call options that carry a caller, and the session token where a person acts. */
export function as(caller: Caller, session?: string): { contextValues: ContextValues } {
  const contextValues = createContextValues().set(callerKey, caller)
  if (session !== undefined) contextValues.set(sessionKey, session)
  return { contextValues }
}

/** An actor that is not a person. */
export function actor(kind: ActorKind, id: string, name: string): Actor {
  return {
    $typeName: 'attestry.common.v1.Actor',
    kind,
    id,
    name,
    role: Role.UNSPECIFIED,
    attestationRoles: [],
    mustChangePassword: false,
    recentGrants: [],
    userVersion: 0,
    sessionId: '',
  }
}

/** The caller for commands of the operator of the installation. */
export function operatorCaller(operation: string, at: Date): Caller {
  return create(CallerSchema, {
    organizationId: INSTALLATION_ID,
    actor: actor(ActorKind.OPERATOR, '', 'operator'),
    via: Via.COMMAND,
    operation,
    requestId: mintId(at),
  })
}

/** The value of the caller header. */
export function encodeCaller(caller: Caller): string {
  return Buffer.from(toBinary(CallerSchema, caller)).toString('base64')
}

/** Reads the caller header. @throws DomainError when it does not decode. */
export function decodeCaller(header: string): Caller {
  try {
    return fromBinary(CallerSchema, Buffer.from(header, 'base64'))
  } catch (cause) {
    throw new DomainError(Reason.UNAUTHENTICATED, 'the caller header cannot be decoded', { cause })
  }
}
