import type { DescService } from '@bufbuild/protobuf'
import type { ServiceImpl } from '@connectrpc/connect'

/** The router with which a service registers: Connect's router over HTTP/2, or the in-process transport. */
export type RouteSink = {
  service<T extends DescService>(desc: T, impl: Partial<ServiceImpl<T>>): unknown
}

/** A service's implementation, as one function that registers every Connect service it has. */
export type Routes = (sink: RouteSink) => void
