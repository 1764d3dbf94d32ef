import type { DescMessage, Message } from '@bufbuild/protobuf'
import type { ConnectError, Interceptor, StreamRequest, UnaryRequest } from '@connectrpc/connect'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { type CallPlaces, callPlaces, MICROSERVICES } from '../concurrency/call-places.ts'
import { type CallerListPlaces, callerListPlaces } from '../concurrency/caller-list-places.ts'
import { listPlaceKey } from '../concurrency/list-places.ts'
import { sha256, sha256Hex } from '../crypto/digest.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { lowerCaseIds } from '../fields/lower-case-ids.ts'
import { refuseInvalid } from '../fields/request-check.ts'
import { accessOf } from '../identity/access.ts'
import { ActorKind, type Caller, callerKey, callerOf, sessionKey } from '../identity/caller.ts'
import type { Directory } from '../identity/directory.ts'
import { isEntryPoint, isTrusted, markServed, originKey } from '../identity/origin.ts'
import { recheckClientKey } from '../identity/recheck-client.ts'
import { requireAccess } from '../identity/require-access.ts'
import { traceServer } from '../telemetry/tracing.ts'
import type { MapError } from './map-error.ts'
import { recordRefusal } from './record-refusal.ts'
import { streamClosed } from './stream-closed.ts'

/** The interceptors that every service has before its handlers, outermost first. */
export function guard(directory: Directory, mapError: MapError): Interceptor[] {
  return [
    traceServer,
    errors(mapError),
    authenticate(directory),
    recordAtEntryPoint(directory),
    sharePlaces(callPlaces(MICROSERVICES), callerListPlaces()),
    admitAgain,
    authorize,
    checkRequest,
  ]
}

/** Turns every error of a handler, even in the middle of a stream, into a Connect error. */
export function errors(mapError: MapError): Interceptor {
  return (next) => async (request) => {
    const { header, method, contextValues, signal } = request
    const map = (error: unknown): ConnectError =>
      mapError(error, { header, method, requestId: contextValues.get(callerKey)?.requestId })
    try {
      const response = await next(request)
      return response.stream ? { ...response, message: mapped(response.message, map, signal) } : response
    } catch (error) {
      throw map(error)
    }
  }
}

async function* mapped<T>(
  messages: AsyncIterable<T>,
  map: (error: unknown) => ConnectError,
  signal: AbortSignal,
) {
  try {
    yield* messages
  } catch (error) {
    throw map(streamClosed(error, signal))
  }
}

/**
 * Authenticates the caller. Calls within this process are trusted. The request gate has decided whether calls of other processes
 * are trusted. A claim to be a person MUST NOT be trusted: every service resolves the session's token here, and the result
 * replaces the claim.
 */
function authenticate(directory: Directory): Interceptor {
  return (next) => (request) => {
    const values = request.contextValues
    markServed(values)
    return values.get(callerKey)?.actor?.kind === ActorKind.USER ? asPerson(next, request) : next(request)
  }

  async function asPerson(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const values = request.contextValues
    values.set(callerKey, await person(directory, callerOf({ values }), values.get(sessionKey)))
    return next(request)
  }
}

async function person(directory: Directory, claimed: Caller, session: string | undefined): Promise<Caller> {
  if (session === undefined) throw new DomainError(Reason.UNAUTHENTICATED, 'a person acts only in a session')
  const { organizationId, user, addons } = await directory.session(session)
  // From the token itself: a row of the database could hold the hash of another person's for the moment of the call.
  return { ...claimed, organizationId, actor: user, addons, sessionTokenSha256: sha256Hex(sha256(session)) }
}

/**
 * Records calls at a service that a microservice calls directly, which is the entry point of that call. Every call that changed
 * nothing (a read, a refusal, a failure) is recorded before the answer leaves; only refusals beyond a limit are counted instead
 * (aggregate-calls.ts). A call that wrote has appended its own entry.
 */
function recordAtEntryPoint(directory: Directory): Interceptor {
  return (next) => (request) =>
    isEntryPoint(request.contextValues.get(originKey)) ? recorded(next, request) : next(request)

  async function recorded(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const caller = callerOf({ values: request.contextValues })
    try {
      const response = await next(request)
      if (!accessOf(request.method).writes) await directory.record({ caller, outcome: Outcome.OK, code: '' })
      return response
    } catch (error) {
      await recordRefusal(directory, caller, error)
      throw error
    }
  }
}

/**
 * Limits the concurrent calls of microservices that call directly, since nothing else limits them. A stream holds a place only
 * while it begins. A list holds its place until its answer is encoded (large-answers.ts).
 */
export function sharePlaces(places: CallPlaces, lists: CallerListPlaces): Interceptor {
  return (next) => (request) => {
    if (!isEntryPoint(request.contextValues.get(originKey))) return next(request)
    return accessOf(request.method).limitedConcurrency ? listed(next, request) : placed(next, request)
  }

  async function placed(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const { contextValues, method, signal } = request
    const release = await places.acquire(method, callerOf({ values: contextValues }), signal)
    try {
      return await next(request)
    } finally {
      release()
    }
  }

  async function listed(next: AnyFn, request: UnaryRequest | StreamRequest) {
    const { contextValues, signal } = request
    const place = await lists.acquire(callerOf({ values: contextValues }), signal)
    // A call that has ended keeps the place until its handler has: otherwise calls that are cancelled would have no limit.
    const unlessTaken = (): void => {
      if (contextValues.get(listPlaceKey) === place) place.done(0)
    }
    contextValues.set(listPlaceKey, place)
    try {
      const response = await next(request)
      if (response.stream || signal.aborted) unlessTaken()
      else signal.addEventListener('abort', unlessTaken, { once: true })
      return response
    } catch (error) {
      place.done(0)
      throw error
    }
  }
}

/**
 * Requires that the service client is still valid when its message arrives late or it waited for a place (recheck-client.ts), even
 * if it names another caller.
 *
 * @throws DomainError UNAUTHENTICATED
 */
function admitAgain(next: AnyFn): AnyFn {
  return (request) => {
    const again = request.contextValues.get(recheckClientKey)
    return again === undefined ? next(request) : again().then(() => next(request))
  }
}

/** Checks every call against the access that its method declares (attestry.common.v1.access). The default is refusal. */
function authorize(next: AnyFn): AnyFn {
  return (request) => {
    if (accessOf(request.method).internal) {
      if (!isTrusted(request.contextValues.get(originKey)))
        throw new DomainError(Reason.FORBIDDEN, 'this call is internal')
      return next(request)
    }
    requireAccess(callerOf({ values: request.contextValues }), request.method)
    return next(request)
  }
}

/**
 * Checks the request of every call against the constraints that its proto declares (buf/validate/validate.proto): a handler MUST
 * NOT repeat them. Its ids are then in lower case. Requests of internal RPCs come from our own code, and are not checked.
 */
export function checkRequest(next: AnyFn): AnyFn {
  return (request) => {
    const { input } = request.method
    if (accessOf(request.method).internal) return next(request)
    if (request.stream) return next({ ...request, message: checked(input, request.message) })
    checkMessage(input, request.message)
    return next(request)
  }
}

async function* checked(input: DescMessage, messages: AsyncIterable<Message>) {
  for await (const message of messages) {
    checkMessage(input, message)
    yield message
  }
}

function checkMessage(input: DescMessage, message: Message): void {
  refuseInvalid(input, message)
  lowerCaseIds(input, message)
}

type AnyFn = ReturnType<Interceptor>
