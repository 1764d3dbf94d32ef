import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { ActorSchema, CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type {
  DeliveryQuotaSchema,
  ReceiveDeliveryRequest,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { ActorKind, type Caller, Via } from '../../kernel/caller.ts'
import { INSTALLATION_ID } from '../../kernel/ids.ts'
import type { KnownEndpoint } from '../store/webhook/directory.ts'

/** A call of the webhook and what is established of it so far. */
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

/** A call of which nothing is established yet. Of an unknown endpoint it goes into the installation's log. */
export function receptionOf(
  request: ReceiveDeliveryRequest,
  found: KnownEndpoint | undefined,
  receivedAt: Date,
): Reception {
  const caller = create(CallerSchema, {
    organizationId: found?.orgId ?? INSTALLATION_ID,
    actor: create(ActorSchema, { kind: ActorKind.ANONYMOUS }),
    via: Via.WEBHOOK,
    operation: OPERATION,
    requestId: request.requestId,
    clientAddress: request.clientAddress,
  })
  return { request, receivedAt, found, caller, signed: false, quota: undefined }
}

/** From here on the call is the endpoint's. */
export function markSigned(reception: Reception, { id, name }: KnownEndpoint): void {
  reception.signed = true
  reception.caller.actor = create(ActorSchema, { kind: ActorKind.WEBHOOK_ENDPOINT, id, name })
}

/** The audit operation of every call of the webhook, whatever becomes of it. */
const OPERATION = 'deliverIncident'
