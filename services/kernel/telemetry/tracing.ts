import type { Interceptor } from '@connectrpc/connect'
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { CallBatchService } from '../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { fromConnectError } from '../errors/connect-errors.ts'
import { errorCode } from '../errors/error-code.ts'
import { callerKey } from '../identity/caller.ts'
import { originKey } from '../identity/origin.ts'

/**
 * The tracer of the OpenTelemetry SDK that the operator has registered in this process (by a module that is loaded before
 * ours). Without an SDK it is undefined, and tracing creates, reads and writes nothing.
 */
export function tracer(): Tracer | undefined {
  const provider = trace.getTracerProvider() as Provider
  if (provider.getDelegateTracer === undefined) return provider.getTracer(NAME)
  return provider.getDelegateTracer(NAME)
}

/** Runs work inside a span. An error of the work is the span's error, by its closed code and never by its message. */
export async function inSpan<T>(
  found: Tracer,
  name: string,
  options: { kind: SpanKind; attributes: Attributes; parent?: Context },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { kind, attributes, parent = context.active() } = options
  const span = found.startSpan(name, { kind, attributes }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span))
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode(fromConnectError(error).reason) })
    throw error
  } finally {
    span.end()
  }
}

/** The W3C context (traceparent, tracestate) in HTTP headers of Node. */
export function contextOf(headers: { [name: string]: string | string[] | undefined }): Context {
  return propagation.extract(ROOT_CONTEXT, headers)
}

/** A span for every RPC that a service serves: a child of the caller's, in this process or in another. */
export const traceServer: Interceptor = (next) => (request) => {
  const found = tracer()
  if (found === undefined || carriesCalls(request.method)) return next(request)
  const requestId = request.contextValues.get(callerKey)?.requestId
  const attributes = {
    ...rpcAttributes(request.method),
    ...(requestId === undefined ? {} : { [REQUEST_ID]: requestId }),
  }
  return inSpan(
    found,
    spanName(request.method),
    request.contextValues.get(originKey).from === 'process'
      ? { kind: SpanKind.INTERNAL, attributes }
      : {
          kind: SpanKind.SERVER,
          attributes,
          parent: propagation.extract(ROOT_CONTEXT, request.header, FROM_HEADERS),
        },
    () => next(request),
  )
}

/** A span for every RPC to another process, with the W3C context in its headers. */
export const traceClient: Interceptor = (next) => (request) => {
  const found = tracer()
  if (found === undefined || carriesCalls(request.method)) return next(request)
  return inSpan(
    found,
    spanName(request.method),
    { kind: SpanKind.CLIENT, attributes: rpcAttributes(request.method) },
    (span) => {
      propagation.inject(trace.setSpan(context.active(), span), request.header, TO_HEADERS)
      return next(request)
    },
  )
}

/** Attribute: the id of the call's audit entry. */
export const REQUEST_ID = 'attestry.request_id'

/** Whether a method carries calls. Its stream has no span of its own, since each call in it has one. */
function carriesCalls({ parent }: Method): boolean {
  return parent.typeName === CallBatchService.typeName
}

function spanName({ parent, name }: Method): string {
  return `${parent.typeName}/${name}`
}

/** Names of the OpenTelemetry semantic conventions for RPC. */
function rpcAttributes({ parent, name }: Method): Attributes {
  return { 'rpc.system': 'connect_rpc', 'rpc.service': parent.typeName, 'rpc.method': name }
}

const FROM_HEADERS = {
  keys: (headers: Headers) => [...headers.keys()],
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
}
const TO_HEADERS = { set: (headers: Headers, name: string, value: string) => headers.set(name, value) }
const NAME = 'attestry'

type Method = { parent: { typeName: string }; name: string }
/** Until an SDK is registered, the API uses its own proxy provider. An SDK's provider has no delegate. */
type Provider = ReturnType<typeof trace.getTracerProvider> & {
  getDelegateTracer?: (name: string) => Tracer | undefined
}
