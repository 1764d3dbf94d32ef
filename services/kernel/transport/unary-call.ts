import {
  create,
  type DescMethod,
  type DescMethodUnary,
  type DescService,
  type Message,
} from '@bufbuild/protobuf'
import {
  type ContextValues,
  createServiceImplSpec,
  type HandlerContext,
  type Interceptor,
  type UnaryRequest,
  type UnaryResponse,
} from '@connectrpc/connect'
import type { Routes } from './routes.ts'

/**
 * A unary call without the network, for its interceptors (`UnaryRequest`) and its handler (`HandlerContext`). Parts that are
 * rarely used are created when they are first read.
 */
export class UnaryCall implements UnaryRequest, HandlerContext {
  readonly stream = false
  readonly requestMethod = 'POST'
  readonly protocolName = 'in-process'
  readonly method: DescMethodUnary
  readonly message: Message
  readonly contextValues: ContextValues
  readonly #options: CallOptions
  #header: Headers | undefined
  #responseHeader: Headers | undefined
  #responseTrailer: Headers | undefined

  constructor(method: DescMethodUnary, message: Message, contextValues: ContextValues, options: CallOptions) {
    this.method = method
    this.message = message
    this.contextValues = contextValues
    this.#options = options
  }
  get service(): DescService {
    return this.method.parent
  }
  get url(): string {
    return `in-process:/${pathOf(this.method)}`
  }
  get values(): ContextValues {
    return this.contextValues
  }
  get signal(): AbortSignal {
    return this.#options.signal ?? NEVER
  }
  readonly timeoutMs = (): number | undefined => {
    const { deadline } = this.#options
    return deadline === undefined ? undefined : Math.max(0, deadline - performance.now())
  }
  get header(): Headers {
    this.#header ??= new Headers(this.#options.header)
    return this.#header
  }
  get requestHeader(): Headers {
    return this.header
  }
  get responseHeader(): Headers {
    this.#responseHeader ??= new Headers()
    return this.#responseHeader
  }
  get responseTrailer(): Headers {
    this.#responseTrailer ??= new Headers()
    return this.#responseTrailer
  }
  /** The request's header, where it has one. */
  get givenHeader(): Headers | undefined {
    return this.#options.header === undefined ? this.#header : this.header
  }
  /** The response's header, where anything was set. */
  get setHeader(): Headers | undefined {
    return this.#responseHeader
  }
}

/** The answer to a call, with the headers from its context. */
export class UnaryAnswer implements UnaryResponse {
  readonly stream = false
  readonly message: Message
  readonly #call: UnaryCall

  constructor(call: UnaryCall, message: Message) {
    this.#call = call
    this.message = message
  }
  get method(): DescMethodUnary {
    return this.#call.method
  }
  get service(): DescService {
    return this.#call.service
  }
  get header(): Headers {
    return this.#call.responseHeader
  }
  get trailer(): Headers {
    return this.#call.responseTrailer
  }
}

/** The unary methods of the routes, each behind the interceptors. Nothing is copied or serialized. */
export function unaryHandlers(
  routes: Routes,
  interceptors: Interceptor[],
): Map<DescMethodUnary, CallHandler> {
  const handlers = new Map<DescMethodUnary, CallHandler>()
  routes({
    service(desc, impl) {
      for (const spec of Object.values(createServiceImplSpec(desc, impl).methods)) {
        if (spec.kind !== 'unary') continue
        const invoke: CallHandler = async (request) => {
          const call = request as UnaryCall
          return new UnaryAnswer(call, create(spec.method.output, await spec.impl(call.message, call)))
        }
        handlers.set(
          spec.method,
          interceptors.reduceRight<CallHandler>((next, one) => one(next), invoke),
        )
      }
    },
  })
  return handlers
}

/** `package.Service/Method` */
export function pathOf({ parent, name }: DescMethod): string {
  return `${parent.typeName}/${name}`
}

/** Passes a `UnaryCall` through interceptors. @returns its `UnaryAnswer` */
export type CallHandler = ReturnType<Interceptor>

type CallOptions = {
  signal?: AbortSignal | undefined
  /** In the time of performance.now(). */
  deadline?: number | undefined
  header?: ConstructorParameters<typeof Headers>[0]
}

const NEVER = new AbortController().signal
