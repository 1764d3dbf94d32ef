import type { MessageInitShape } from '@bufbuild/protobuf'
import type {
  DeliveryQuotaSchema,
  ReceiveDeliveryRequest,
  ReceiveDeliveryResponseSchema,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import type { Quota } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { ActorKind, actor, type Caller, Via } from '../../kernel/identity/caller.ts'
import { INSTALLATION_ID } from '../../kernel/values/ids.ts'
import { type RateLimit, rateLimited } from '../domain/webhook/rejection.ts'
import type { KnownEndpoint } from '../store/webhook/directory.ts'

/** A webhook call, and the results of its checks so far. */
export type Reception = {
  request: ReceiveDeliveryRequest
  receivedAt: Date
  /** The endpoint that the token names, also a revoked one. */
  found: KnownEndpoint | undefined
  /** Anonymous until the signature is verified; then the endpoint. */
  caller: Caller
  signed: boolean
  /** The quota that was drawn on last. */
  quota: MessageInitShape<typeof DeliveryQuotaSchema> | undefined
}

/** The answer of the call. */
export type Answer = MessageInitShape<typeof ReceiveDeliveryResponseSchema>

/** Returns a call of which nothing was checked yet. A call to an unknown endpoint goes into the installation's log. */
export function receptionOf(
  request: ReceiveDeliveryRequest,
  found: KnownEndpoint | undefined,
  receivedAt: Date,
): Reception {
  const caller: Caller = {
    $typeName: 'attestry.common.v1.Caller',
    organizationId: found?.orgId ?? INSTALLATION_ID,
    actor: actor(ActorKind.ANONYMOUS, '', ''),
    via: Via.WEBHOOK,
    operation: OPERATION,
    requestId: request.requestId,
    clientAddress: request.clientAddress,
    addons: [],
    sessionTokenSha256: '',
  }
  return { request, receivedAt, found, caller, signed: false, quota: undefined }
}

/** Attributes the call to its endpoint from here on. */
export function markSigned(reception: Reception, { id, name }: KnownEndpoint): void {
  reception.signed = true
  reception.caller.actor = actor(ActorKind.WEBHOOK_ENDPOINT, id, name)
}

/**
 * Ends a call that has taken too long. Its sender no longer waits for the answer, and it MUST NOT write. The check of states
 * compares the times of records with that of the call (`near` in services/kernel/state/rules.ts). A process that was paused for a
 * while could otherwise write records that fail this check.
 *
 * @throws DomainError UNAVAILABLE
 */
export function requireInTime({ receivedAt }: Reception, now: Date): void {
  if (now.getTime() - receivedAt.getTime() > LATE_MS)
    throw new DomainError(Reason.UNAVAILABLE, 'the delivery was not processed in time')
}

/** Returns the time at which a call that is recorded late counts as received. */
export function receivedBefore({ receivedAt }: Reception, at: Date): Date {
  return new Date(Math.max(receivedAt.getTime(), at.getTime() - LATE_MS))
}

/** Notes the quota that was drawn on. @throws Rejection when it is used up */
export function requireQuota(reception: Reception, quota: Quota, limit: RateLimit): void {
  const { exceeded, retryAfter, remaining, reset } = quota
  reception.quota = { limit: quota.limit, remaining, reset }
  if (exceeded) throw rateLimited(limit, Math.max(1, retryAfter))
}

/** Together with the wait of a group commit and the timeout of a statement, this is less than a minute. */
const LATE_MS = 30_000

/** The audit operation of every webhook call, whatever its outcome. */
const OPERATION = 'deliverIncident'
