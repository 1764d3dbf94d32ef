import { isUtf8 } from 'node:buffer'
import type { DescMethod, DescMethodUnary, DescService } from '@bufbuild/protobuf'
import {
  Code,
  ConnectError,
  type ContextValues,
  createClient,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect'
import { listPlaceKey } from '../../services/kernel/concurrency/list-places.ts'
import { fromConnectError, toConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { DomainError } from '../../services/kernel/errors/errors.ts'
import { accessOf, type ServiceName, serviceOf } from '../../services/kernel/identity/access.ts'
import { as } from '../../services/kernel/identity/caller.ts'
import { repairJsonParse } from '../../services/kernel/json/parse-json.ts'
import { encodeLarge, withEncoded } from '../../services/kernel/transport/limits/large-answers.ts'
import { fileIntoMessage } from '../../services/kernel/transport/limits/message-files.ts'
import { withoutFarDeadline } from '../../services/kernel/transport/server/far-deadline.ts'
import { jsonProblem } from '../../services/kernel/transport/server/json-problem.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import type { GatewayContext } from '../context.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { readBody } from '../http/bodies/body.ts'
import { holdBody } from '../http/bodies/hold-body.ts'
import { isJson } from '../http/bodies/media-type.ts'
import type { Exchange } from '../http/exchange.ts'
import { withKey } from '../http/requests/idempotency.ts'
import { toControlError } from './control-error.ts'
import type { ConnectErrorJson } from './error-answer.ts'
import { withoutFile } from './message-file.ts'
import { requirePartsWithinLimit } from './part-limit.ts'
import type { Person } from './person.ts'
import { CONTROL_PREFIX } from './prefix.ts'
import { CONTROL_SERVICES } from './services.ts'

/** An RPC that people can call, behind its path. */
export type ControlRpc = {
  method: DescMethod
  /** Reads the message; the sender decides how long that takes. */
  read: (exchange: Exchange, person: Person) => Promise<Buffer>
  call: (
    exchange: Exchange,
    person: Person,
    message: { body: Buffer; signal: AbortSignal },
  ) => Promise<RpcAnswer>
}

/** A message in the encoding that was asked for, in pieces. */
type RpcAnswer = { contentType: string; body: Uint8Array[] }

/** An RPC's refusal or failure, with its fields of the Connect protocol. */
export class RpcError extends Error {
  readonly error: RestError
  readonly connect: { status: number; json: ConnectErrorJson }

  constructor(error: RestError, connect: { status: number; json: ConnectErrorJson }) {
    super(error.message, { cause: error })
    this.error = error
    this.connect = connect
  }
}

/**
 * Every unary RPC that its proto opens to people, by its path `/api/control/<package.Service>/<Method>`. The Connect
 * protocol (JSON and binary) is spoken by Connect's own handlers; what they invoke forwards the message to the
 * service, as the person, in the person's session.
 */
export function controlRpcs(ctx: Pick<GatewayContext, 'transports'>): Map<string, ControlRpc> {
  repairJsonParse()
  const router = createConnectRouter({
    grpc: false,
    grpcWeb: false,
    acceptCompression: [],
    interceptors: [encodeLarge, fileIntoMessage],
    readMaxBytes: LIMITS.batchBodyBytes,
    // Otherwise a misspelt field or enum word would count as absent, and the default would apply.
    jsonOptions: { ignoreUnknownFields: false },
    binaryOptions: { readUnknownFields: false },
  })
  for (const service of CONTROL_SERVICES) router.service(service, forwarding(ctx, service) as never)
  const rpcs = new Map<string, ControlRpc>()
  for (const handler of router.handlers) {
    const { method } = handler
    if (!isControl(method)) continue
    rpcs.set(CONTROL_PREFIX + handler.requestPath, {
      method,
      read: async (exchange, person) => {
        requireIdentity(exchange)
        const hold = holdBody(exchange, person.caller.organizationId)
        const limit = accessOf(method).largeMessages ? LIMITS.batchBodyBytes : LIMITS.bodyBytes
        const body = await readBody(exchange.request, limit, hold)
        requireUtf8(exchange, body)
        requirePartsWithinLimit(method.input, exchange.request.headers['content-type'], body)
        return body
      },
      call: async (exchange, person, { body, signal }) => {
        const values = createContextValues().set(personKey, person)
        values.set(listPlaceKey, exchange.listPlace)
        if (accessOf(method).idempotencyKey) values.set(keyedKey, exchange)
        const rest = isJson(exchange.request.headers['content-type'])
          ? await withoutFile(method.input, body, values)
          : body
        const made = await handler({
          httpVersion: exchange.request.httpVersion,
          url: `http://control${exchange.path}`,
          method: 'POST',
          header: protocolHeaders(exchange),
          body: once(rest, values),
          signal,
          contextValues: values,
        })
        const response = withEncoded(made, values)
        const pieces = await Array.fromAsync(response.body ?? [])
        if (response.status !== 200)
          throw refusal(response.status, Buffer.concat(pieces), values, () =>
            problemOf(exchange, rest, values, method),
          )
        return { contentType: response.header?.get('content-type') ?? 'application/json', body: pieces }
      },
    })
  }
  return rpcs
}

/** Whether people may call an RPC at all. */
export function isControl(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === 'unary' && accessOf(method).control.length > 0
}

function forwarding({ transports }: Pick<GatewayContext, 'transports'>, service: DescService) {
  const methods = service.methods.filter(isControl)
  if (methods.length === 0) return {}
  const transport = transports[serviceOf(methods[0]!) as ServiceName]
  const client = createClient(service, transport) as unknown as { [localName: string]: Invoke }
  const invoke = (method: DescMethod): Invoke => {
    return async (message, context) => {
      const { caller, session } = context.values.get(personKey)!
      context.values.set(readKey, true)
      const timeoutMs = context.timeoutMs()
      try {
        const keyed = context.values.get(keyedKey)
        const carried = as(caller, session)
        carried.contextValues.set(listPlaceKey, context.values.get(listPlaceKey))
        const options = keyed === undefined ? carried : withKey(carried, keyed)
        return await client[method.localName]!(message, {
          ...options,
          signal: context.signal,
          ...(timeoutMs === undefined ? {} : { timeoutMs: Math.max(0, timeoutMs) }),
        } as never)
      } catch (thrown) {
        const error =
          timeoutMs !== undefined && isLate(thrown) ? late() : toControlError(fromConnectError(thrown))
        context.values.set(failureKey, error)
        if (error.status === 504) throw new ConnectError(error.message, Code.DeadlineExceeded)
        const { reason } = fromConnectError(thrown)
        throw toConnectError(new DomainError(reason, error.message, detailsOf(error)))
      }
    }
  }
  return Object.fromEntries(methods.map((method) => [method.localName, invoke(method)]))
}

function isLate(thrown: unknown): boolean {
  return ConnectError.from(thrown).code === Code.DeadlineExceeded
}

/** The caller has set the deadline, so that it is no fault if it passes. */
function late(): RestError {
  return new RestError(504, 'deadline_exceeded', 'the deadline of the call passed before it was done')
}

function detailsOf({ details }: RestError) {
  return details === undefined ? {} : { details }
}

/**
 * Returns the error of the service, or the problem of a message that Connect's handler cannot read.
 *
 * @param problem finds the problem
 */
function refusal(status: number, bytes: Buffer, values: ContextValues, problem: () => string): RpcError {
  if (status === 415) {
    const message = 'Content-Type must be application/json or application/proto'
    const error = new RestError(415, 'unsupported_media_type', message)
    return new RpcError(error, { status, json: { code: 'invalid_argument' } })
  }
  const json = JSON.parse(bytes.toString()) as ConnectErrorJson
  const failure = values.get(failureKey)
  if (failure !== undefined) return new RpcError(failure, { status, json })
  if (values.get(readKey)) {
    const cause = new ConnectError(json.message ?? 'the answer cannot be sent', Code.Internal)
    return new RpcError(new RestError(500, 'internal_error', 'internal error', { cause }), { status, json })
  }
  const connect = { status: 400, json: { code: 'invalid_argument' } }
  return new RpcError(new RestError(400, 'validation_error', problem()), connect)
}

/**
 * Finds the problem of the message, or of the headers of the call. Its text follows from the descriptor alone: the texts of
 * Connect's handler quote the message.
 */
function problemOf(exchange: Exchange, body: Buffer, values: ContextValues, { input }: DescMethod): string {
  if (!values.get(beganKey))
    return 'Connect-Timeout-Ms must be a number of milliseconds of at most ten digits'
  return isJson(exchange.request.headers['content-type'])
    ? jsonProblem(input, body.toString())
    : `cannot decode ${input} from binary`
}

/** Connect replaces bytes that are not UTF-8, and removes a byte-order mark (RFC 8259 section 8.1). */
function requireUtf8(exchange: Exchange, body: Buffer): void {
  if (!isJson(exchange.request.headers['content-type'])) return
  if (isUtf8(body) && !body.subarray(0, 3).equals(BYTE_ORDER_MARK)) return
  throw new RestError(400, 'validation_error', 'the message must be UTF-8 without a byte-order mark')
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Messages are never decompressed. */
function requireIdentity({ request }: Exchange): void {
  const encoding = request.headers['content-encoding']
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  throw new RestError(415, 'unsupported_media_type', 'Content-Encoding must be identity')
}

/** The headers that the Connect protocol reads; cookies are not passed on. */
function protocolHeaders({ request }: Exchange): Headers {
  const header = new Headers()
  for (const name of PROTOCOL_HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string') header.set(name, value)
  }
  // Connect knows no parameters but one form of charset.
  if (isJson(request.headers['content-type'])) header.set('content-type', 'application/json')
  return withoutFarDeadline(header)
}

async function* once(body: Buffer, values: ContextValues): AsyncIterable<Uint8Array> {
  values.set(beganKey, true)
  yield body
}

const PROTOCOL_HEADERS = [
  'content-type',
  'content-encoding',
  'connect-protocol-version',
  'connect-timeout-ms',
]
const personKey = createContextKey<Person | undefined>(undefined, { description: 'person' })
/** The exchange of a call whose RPC takes an idempotency key. */
const keyedKey = createContextKey<Exchange | undefined>(undefined, { description: 'keyed' })
/** Whether Connect's handler has begun to read the message. */
const beganKey = createContextKey(false, { description: 'began' })
/** Whether the message could be read. */
const readKey = createContextKey(false, { description: 'read' })
const failureKey = createContextKey<RestError | undefined>(undefined, { description: 'failure' })

type Invoke = (message: unknown, context: HandlerContext) => Promise<unknown>
