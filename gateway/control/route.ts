import type { DescMethod } from '@bufbuild/protobuf'
import type { CallOptions } from '@connectrpc/connect'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { ROLES } from '../../services/kernel/identity/caller.ts'
import { oneTimePassword } from '../../services/kernel/interceptors/guard.ts'
import type { GatewayContext } from '../context.ts'
import { RestError, toRestError } from '../http/answers/rest-error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Person } from './person.ts'

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

/** @throws RestError 403 forbidden, for a role or an add-on that is missing; details name it */
export function requireAccess({ caller }: Person, rpc: DescMethod): void {
  const { control, addon, oneTimePassword: admitted } = accessOf(rpc)
  if (caller.actor === undefined || !control.includes(caller.actor.role)) {
    const roles = control.map((role) => ROLES.word(role))
    throw new RestError(403, 'forbidden', 'your role does not allow this', { details: { roles } })
  }
  if (caller.actor.mustChangePassword && !admitted) throw toRestError(oneTimePassword())
  if (addon !== '' && !caller.addons.includes(addon)) {
    throw new RestError(403, 'forbidden', `the add-on ${addon} is needed`, { details: { addon } })
  }
}
