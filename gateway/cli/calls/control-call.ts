import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { type CallOptions, Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect'
import { createTransport } from '@connectrpc/connect/protocol-connect'
import { createNodeHttpClient } from '@connectrpc/connect-node'
import { ErrorDetailSchema } from '../../../proto/gen/attestry/common/v1/error_pb.ts'
import { fromConnectError } from '../../../services/kernel/errors/connect-errors.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { IDEMPOTENCY_HEADER } from '../../../services/kernel/idempotency/idempotency.ts'
import { accessOf } from '../../../services/kernel/identity/access.ts'
import { boundedErrors, COMPRESSIONS } from '../../../services/kernel/transport/client/bounded-errors.ts'
import { CONTROL_PREFIX } from '../../control/prefix.ts'
import { SESSION_COOKIE } from '../../control/session-cookie.ts'
import type { KeptSession } from '../data-directory/sessions.ts'

/** Calls an RPC: as a person through the control API, or as the operator. @throws DomainError */
export type Call = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
) => Promise<MessageShape<O>>

/**
 * Calls through the control API of a running gateway, in a person's session.
 *
 * @param idempotencyKey sent with the calls whose RPC takes one
 */
export function controlCall(
  baseUrl: string,
  { email, token }: Pick<KeptSession, 'email' | 'token'>,
  idempotencyKey?: string,
): Call {
  const withCookie: Interceptor = (next) => (request) => {
    request.header.set('cookie', `${SESSION_COOKIE}=${token}`)
    return next(request)
  }
  const transport = createTransport({
    baseUrl: `${baseUrl}${CONTROL_PREFIX}`,
    httpClient: boundedErrors(createNodeHttpClient({ httpVersion: '1.1' })),
    useBinaryFormat: true,
    interceptors: [withCookie],
    acceptCompression: COMPRESSIONS,
    sendCompression: null,
    compressMinBytes: 1024,
    readMaxBytes: MAX_ANSWER_BYTES,
    writeMaxBytes: MAX_ANSWER_BYTES,
  })
  return (method, input) =>
    invoke(createClient(method.parent, transport), method, input, {
      headers:
        idempotencyKey !== undefined && accessOf(method).idempotencyKey
          ? { [IDEMPOTENCY_HEADER]: idempotencyKey }
          : {},
    }).catch((thrown) => {
      throw explained(thrown, baseUrl, email)
    })
}

/** Calls a client's method by its descriptor. */
export function invoke<I extends DescMessage, O extends DescMessage>(
  client: object,
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
  options: CallOptions,
): Promise<MessageShape<O>> {
  const methods = client as {
    [localName: string]: (...call: [typeof input, CallOptions]) => Promise<MessageShape<O>>
  }
  return methods[method.localName]!(input, options)
}

function explained(thrown: unknown, baseUrl: string, email: string): DomainError {
  const error = ConnectError.from(thrown)
  if (error.code === Code.Unauthenticated) return sessionEnded(email)
  if (error.findDetails(ErrorDetailSchema).length > 0) return fromConnectError(error)
  const reached = error.metadata.has('x-request-id')
  return reached
    ? new DomainError(Reason.INTERNAL, error.rawMessage)
    : unreachable(baseUrl, error.cause ?? error)
}

/** Returns the error for a call in a session that has ended. */
export function sessionEnded(email: string): DomainError {
  return new DomainError(
    Reason.UNAUTHENTICATED,
    `the session of ${email} has ended: attestry login --email ${email} --password-stdin`,
  )
}

/** Returns the error for a call that no gateway answers. */
export function unreachable(baseUrl: string, cause: unknown): DomainError {
  return new DomainError(
    Reason.UNAVAILABLE,
    `no gateway answers at ${baseUrl}: is \`attestry serve\` running? (else set ATTESTRY_BASE_URL)`,
    { cause },
  )
}

/** Larger than any answer: an incident's file has at most 10 MiB, and a page of 200 log entries about 13 MiB. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024
