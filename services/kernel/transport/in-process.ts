import {
  create,
  type DescMessage,
  type DescMethod,
  type DescMethodStreaming,
  type DescMethodUnary,
  type DescService,
  type MessageInitShape,
} from '@bufbuild/protobuf'
import {
  Code,
  ConnectError,
  type ContextValues,
  createContextValues,
  type HandlerContext,
  type Interceptor,
  type StreamRequest,
  type StreamResponse,
  type Transport,
  type UnaryRequest,
  type UnaryResponse,
} from '@connectrpc/connect'
import { localKey } from '../identity/caller.ts'
import { deadline } from '../interceptors/deadline.ts'
import type { Routes } from './routes.ts'

/**
 * A Connect transport that invokes the implementation in this process: the server's interceptors run, nothing is
 * serialized. Deadlines and cancellation reach the handler, and are answered without waiting for it, as over HTTP/2.
 * Unary and server-streaming methods only, which is what our protos have.
 */
export function inProcessTransport(routes: Routes, interceptors: Interceptor[]): Transport {
  const methods = new Map<DescMethod, AnyFn>()
  routes({
    service(desc, impl) {
      for (const method of desc.methods) {
        const fn = impl[method.localName as keyof typeof impl] as Impl | undefined
        if (fn === undefined) continue
        const invoke = method.methodKind === 'unary' ? unaryOf(desc, fn) : streamOf(desc, fn)
        methods.set(
          method,
          interceptors.reduceRight<AnyFn>((next, interceptor) => interceptor(next), invoke),
        )
      }
    },
  })
  const find = (method: DescMethodUnary | DescMethodStreaming): AnyFn => {
    const found = methods.get(method)
    if (found === undefined) throw new ConnectError(`${keyOf(method)} is not served here`, Code.Unimplemented)
    return found
  }
  return {
    unary<I extends DescMessage, O extends DescMessage>(
      method: DescMethodUnary<I, O>,
      signal: AbortSignal | undefined,
      timeoutMs: number | undefined,
      header: Init | undefined,
      input: MessageInitShape<I>,
      contextValues?: ContextValues,
    ) {
      const call = new Call(method, signal, timeoutMs, header, contextValues)
      const request = call.with(create(method.input, input), false)
      return call.within(find(method))(request as unknown as UnaryRequest) as Promise<UnaryResponse<I, O>>
    },
    async stream<I extends DescMessage, O extends DescMessage>(
      method: DescMethodStreaming<I, O>,
      signal: AbortSignal | undefined,
      timeoutMs: number | undefined,
      header: Init | undefined,
      input: AsyncIterable<MessageInitShape<I>>,
      contextValues?: ContextValues,
    ) {
      const call = new Call(method, signal, timeoutMs, header, contextValues)
      const messages = (async function* () {
        for await (const message of input) yield create(method.input, message)
      })()
      const request = call.with(messages, true) as unknown as StreamRequest
      return (await call.within(find(method))(request)) as StreamResponse<I, O>
    },
  }
}

/** One call: the request that interceptors see and the context that the handler sees. Headers are made on demand. */
class Call {
  readonly method: DescMethodUnary | DescMethodStreaming
  readonly requestMethod = 'POST'
  readonly protocolName = 'in-process'
  readonly contextValues: ContextValues
  readonly #given: Init | undefined
  readonly #timeoutMs: number | undefined
  readonly #started = performance.now()
  readonly #signal: AbortSignal | undefined
  #header: Headers | undefined
  #response: Headers | undefined
  #trailer: Headers | undefined
  message: unknown
  stream = false

  constructor(
    method: DescMethodUnary | DescMethodStreaming,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: Init | undefined,
    values: ContextValues | undefined,
  ) {
    this.method = method
    this.#given = header
    this.#timeoutMs = timeoutMs
    this.#signal = linked(signal, timeoutMs)
    this.contextValues = (values ?? createContextValues()).set(localKey, true)
  }

  with(message: unknown, stream: boolean): this {
    this.message = message
    this.stream = stream
    return this
  }
  /** What answers the call, bounded by its signal where it has one. */
  within(answer: AnyFn): AnyFn {
    return this.#signal === undefined ? answer : deadline(answer)
  }
  get service(): DescService {
    return this.method.parent
  }
  get url(): string {
    return `in-process:/${keyOf(this.method)}`
  }
  get signal(): AbortSignal {
    return this.#signal ?? NEVER
  }
  get values(): ContextValues {
    return this.contextValues
  }
  get header(): Headers {
    this.#header ??= new Headers(this.#given)
    return this.#header
  }
  get requestHeader(): Headers {
    return this.header
  }
  get responseHeader(): Headers {
    this.#response ??= new Headers()
    return this.#response
  }
  get responseTrailer(): Headers {
    this.#trailer ??= new Headers()
    return this.#trailer
  }
  readonly timeoutMs = (): number | undefined =>
    this.#timeoutMs === undefined
      ? undefined
      : Math.max(0, this.#timeoutMs - (performance.now() - this.#started))
}

const NEVER = new AbortController().signal

function linked(signal: AbortSignal | undefined, timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout])
}

function keyOf(method: DescMethodUnary | DescMethodStreaming | DescService['methods'][number]): string {
  return `${method.parent.typeName}/${method.name}`
}

function unaryOf(service: DescService, impl: Impl): AnyFn {
  return async (request) => {
    const { method, message } = request as UnaryRequest
    const context = request as unknown as HandlerContext
    const output = await impl(message, context)
    return new Answer(context, service, method, create(method.output, output as never), false) as never
  }
}

function streamOf(service: DescService, impl: Impl): AnyFn {
  return async (request) => {
    const { method, message } = request as StreamRequest
    const context = request as unknown as HandlerContext
    const input = method.methodKind === 'server_streaming' ? await first(message) : message
    const outputs = impl(input, context) as AsyncIterable<MessageInitShape<DescMessage>>
    const messages = (async function* () {
      for await (const output of outputs) yield create(method.output, output)
    })()
    return new Answer(context, service, method, messages, true) as never
  }
}

/** What a handler answers. Headers are made on demand. */
class Answer {
  readonly #context: Pick<HandlerContext, 'responseHeader' | 'responseTrailer'>
  readonly service: DescService
  readonly method: DescMethodUnary | DescMethodStreaming
  readonly message: unknown
  readonly stream: boolean

  constructor(
    context: Pick<HandlerContext, 'responseHeader' | 'responseTrailer'>,
    service: DescService,
    method: DescMethodUnary | DescMethodStreaming,
    message: unknown,
    stream: boolean,
  ) {
    this.#context = context
    this.service = service
    this.method = method
    this.message = message
    this.stream = stream
  }
  get header(): Headers {
    return this.#context.responseHeader
  }
  get trailer(): Headers {
    return this.#context.responseTrailer
  }
}

async function first<T>(items: AsyncIterable<T>): Promise<T> {
  for await (const item of items) return item
  throw new ConnectError('the request stream is empty', Code.InvalidArgument)
}

type Init = ConstructorParameters<typeof Headers>[0]
type AnyFn = ReturnType<Interceptor>
type Impl = (input: unknown, context: HandlerContext) => unknown
