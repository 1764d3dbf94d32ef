import type { CallOptions, ContextValues } from '@connectrpc/connect'
import {
  checkIdempotencyKey,
  IDEMPOTENCY_HEADER,
  idempotencyKey,
  REPLAYED_HEADER,
} from '../../../services/kernel/idempotency/idempotency.ts'
import type { Exchange } from '../exchange.ts'

/**
 * Returns call options with the request's Idempotency-Key, if it has one. A replayed answer has the header
 * `Idempotent-Replayed: true`. Two lines of the header are not a key: Node joins them by a comma and a space.
 *
 * @throws DomainError VALIDATION
 */
export function withKey(
  options: CallOptions & { contextValues: ContextValues },
  { request, head }: Exchange,
): CallOptions {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return options
  options.contextValues.set(idempotencyKey, checkIdempotencyKey(String(key)))
  const onHeader = (header: Headers): void => {
    if (header.has(REPLAYED_HEADER)) head.push('Idempotent-Replayed', 'true')
  }
  return { ...options, onHeader }
}
