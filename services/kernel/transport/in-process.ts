import {
  create,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf'
import {
  Code,
  ConnectError,
  type ContextValues,
  createContextValues,
  createHandlerContext,
  createServiceImplSpec,
  type Interceptor,
  type MethodImplSpec,
  type Transport,
  type UnaryResponse,
} from '@connectrpc/connect'
import { runStreamingCall } from '@connectrpc/connect/protocol'
import { FROM_PROCESS, originKey } from '../identity/origin.ts'
import { deadline } from '../interceptors/deadline.ts'
import { linkedSignal } from './linked-signal.ts'
import type { Routes } from './routes.ts'
import { pathOf, UnaryCall, unaryHandlers } from './unary-call.ts'

/**
 * A Connect transport that calls the implementation in this process. The server's interceptors run, and nothing is serialized.
 * Deadlines and cancellation reach the handler, and are answered without waiting for it, as over HTTP/2. It supports unary and
 * server-streaming methods only: our protos have no others.
 */
export function inProcessTransport(routes: Routes, interceptors: Interceptor[]): Transport {
  return {
    unary: unaryCalls(routes, interceptors),
    stream: streamingCalls(routes, interceptors),
  }
}

/** This code runs on every call and creates only the objects that it needs. docs/decisions has the measured gain. */
function unaryCalls(routes: Routes, interceptors: Interceptor[]): Transport['unary'] {
  const handlers = unaryHandlers(routes, interceptors)
  return <I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: ConstructorParameters<typeof Headers>[0],
    input: MessageInitShape<I>,
    contextValues: ContextValues | undefined,
  ) => {
    const handler = handlers.get(method) ?? notServed(method)
    const end = linkedSignal(signal, timeoutMs)
    const call = new UnaryCall(method, create(method.input, input), local(contextValues), {
      signal: end,
      header,
      deadline: timeoutMs === undefined ? undefined : performance.now() + timeoutMs,
    })
    const bounded = end === undefined ? handler : deadline(handler)
    return bounded(call) as Promise<UnaryResponse<I, O>>
  }
}

function streamingCalls(routes: Routes, interceptors: Interceptor[]): Transport['stream'] {
  const specs = new Map<DescMethod, MethodImplSpec>()
  routes({
    service(desc, impl) {
      for (const spec of Object.values(createServiceImplSpec(desc, impl).methods))
        specs.set(spec.method, spec)
    },
  })
  return async (method, signal, timeoutMs, header, input, contextValues) => {
    const spec = specs.get(method)
    if (spec?.kind !== 'server_streaming') return notServed(method)
    const { parent: service } = method
    const common = { service, requestMethod: 'POST', url: `in-process:/${pathOf(method)}` }
    return runStreamingCall({
      interceptors,
      signal,
      timeoutMs,
      req: {
        ...common,
        stream: true,
        method,
        header: new Headers(header),
        contextValues: local(contextValues),
        message: input,
      },
      next: async (request) => {
        const context = createHandlerContext({
          ...common,
          method,
          protocolName: 'in-process',
          requestSignal: request.signal,
          requestHeader: request.header,
          contextValues: request.contextValues,
        })
        return {
          stream: true,
          service,
          method,
          header: context.responseHeader,
          trailer: context.responseTrailer,
          message: created(method.output, spec.impl(await only(request.message), context)),
        }
      },
    })
  }
}

function local(values: ContextValues = createContextValues()): ContextValues {
  return values.set(originKey, FROM_PROCESS)
}

function notServed(method: DescMethod): never {
  throw new ConnectError(`${pathOf(method)} is not served here`, Code.Unimplemented)
}

async function only<T>(items: AsyncIterable<T>): Promise<T> {
  for await (const item of items) return item
  throw new ConnectError('the request stream is empty', Code.InvalidArgument)
}

async function* created<O extends DescMessage>(
  schema: O,
  outputs: AsyncIterable<MessageInitShape<DescMessage>>,
): AsyncIterable<MessageShape<O>> {
  for await (const output of outputs) yield create(schema, output as MessageInitShape<O>)
}
