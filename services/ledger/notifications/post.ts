import type { AddressRule } from '../outbound/addresses.ts'
import { exchange, type Resolve } from '../outbound/exchange.ts'
import { OutboundProblem } from '../outbound/problem.ts'

/**
 * Posts a body to an address that an organization chose and that is not trusted (outbound/exchange.ts). Only the status of the
 * answer is used: a body that does not end MUST NOT cause a second delivery.
 *
 * @throws OutboundProblem unless the status is 2xx
 */
export async function post(
  options: { rule: AddressRule; resolve?: Resolve; timeoutMs?: number },
  target: { url: URL; headers: Record<string, string>; body: string },
): Promise<void> {
  const { status, retryAfter } = await exchange(
    { ...options, listedIn: 'ATTESTRY_NOTIFICATION_ADDRESSES', statusOnly: true },
    target,
  )
  if (status >= 300 && status < 400) throw new OutboundProblem('redirect refused')
  if (status < 200 || status > 299) throw new OutboundProblem(`answered with status ${status}`, retryAfter)
}
