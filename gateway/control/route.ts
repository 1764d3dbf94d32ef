import type { DescMethod } from '@bufbuild/protobuf'
import type { CallOptions } from '@connectrpc/connect'
import type { GatewayContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'

/**
 * A plain HTTP route of the control API, for calls that are not RPCs, such as a download or a login. The RPC behind it declares
 * the roles, the add-on, the audit operation, and whether the RPC itself records a successful call.
 */
export type ControlRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  /** The whole path, `/api/control/…`. */
  path: string
  rpc: DescMethod
  /** Whether it is for people who are not signed in. */
  open?: boolean
  handle: (call: ControlCall) => Promise<ControlAnswer>
}

/** The input of a route. `options` carry the person to the services; `query` is raw, without `?`. */
export type ControlCall = { ctx: GatewayContext; exchange: Exchange; options: CallOptions; query: string }

/** The answer of a route: JSON, a stream of bytes, or neither. */
export type ControlAnswer = {
  status: number
  headers?: { [name: string]: string }
  json?: unknown
  stream?: AsyncIterable<Uint8Array>
}
