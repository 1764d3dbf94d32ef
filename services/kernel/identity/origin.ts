import { type ContextValues, createContextKey } from '@connectrpc/connect'

/**
 * The origin of a call: this process, or another one. For a call from another process, it has the result of the request gate.
 *
 * - `unexamined`: the gate has not seen it.
 * - `refused`: the gate has refused it, and recorded that.
 * - `trusted`: a service client that may speak for others (the gateway, a service). The caller is who it says.
 * - `untrusted`: a service client that acts for itself. This service is the entry point of the call, and records it.
 *
 * `isServed`: whether the call has reached the interceptors, which answer for its audit entry from then on.
 */
type Origin =
  | { from: 'process' }
  | { from: 'network'; client: 'unexamined' | 'refused' | 'trusted' | 'untrusted'; isServed: boolean }

/** Set by the in-process transport and by the request gate. */
export const originKey = createContextKey<Origin>(
  { from: 'network', client: 'unexamined', isServed: false },
  { description: 'origin' },
)

export const FROM_PROCESS: Origin = { from: 'process' }

export function fromNetwork(client: NetworkOrigin['client']): Origin {
  return { from: 'network', client, isServed: false }
}

/** Notes that a call from another process has reached the interceptors. */
export function markServed(values: ContextValues): void {
  const origin = values.get(originKey)
  if (origin.from === 'network') values.set(originKey, { ...origin, isServed: true })
}

/** Whether the claimed caller is trusted, and internal RPCs may be called. */
export function isTrusted(origin: Origin): boolean {
  return origin.from === 'process' || origin.client === 'trusted'
}

/** Whether the call reached the installation at this service, so that this service records it. */
export function isEntryPoint(origin: Origin): boolean {
  return origin.from === 'network' && origin.client === 'untrusted'
}

type NetworkOrigin = Extract<Origin, { from: 'network' }>
