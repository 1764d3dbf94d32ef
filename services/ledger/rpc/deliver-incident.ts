import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService, IncidentSource } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { dateOf } from '../../kernel/values/time.ts'
import type { LedgerContext } from '../context.ts'
import { createdEntry, deliveryRecord, draftDelivered } from '../domain/delivery.ts'
import { incidentRecords, openIncident } from '../domain/incident.ts'
import { quotaOf } from '../domain/quota.ts'

/**
 * IncidentService.DeliverIncident (docs/api.md 4.2): the incident of a webhook delivery, unless its event is known. Only
 * the database can tell; of a known event it writes what it makes of the texts of a new one.
 */
export function deliverIncident(
  ctx: Pick<LedgerContext, 'deliveries' | 'clock'>,
): MethodImpl<typeof IncidentService.method.deliverIncident> {
  return async ({ incident: given, duplicateKey, idempotencySeconds, body, rateLimit }, context) => {
    const caller = callerOf(context)
    if (
      given?.detectedAt === undefined ||
      given.source?.receivedAt === undefined ||
      duplicateKey.length !== 32
    )
      throw new DomainError(Reason.INTERNAL, 'the delivery is not complete')
    const call = { caller, at: ctx.clock.now() }
    const { organizationId, requestId } = caller
    const endpointId = caller.actor?.id ?? ''
    const bodySha256 = sha256Hex(body)
    const source: IncidentSource = {
      ...given.source,
      kind: 'webhook',
      id: endpointId,
      bodySha256,
    }
    const incident = openIncident(mintId(call.at), draftDelivered(given), source, call.at)
    const text = incidentRecords.write(organizationId, incident)
    const delivery = deliveryRecord({
      ...{ organizationId, id: requestId, endpointId, incidentId: incident.id },
      receivedAt: dateOf(given.source.receivedAt),
      format: source.format ?? '',
      product: source.product ?? null,
      mappingVersion: source.mappingVersion ?? null,
      externalId: source.externalId ?? null,
      bodySha256,
      bodyBytes: body.length,
    })
    const { replay, incidentId, quota } = await ctx.deliveries.deliver({
      ...{ organizationId, endpointId, requestId, bodySha256, body, rateLimit },
      key: Buffer.from(duplicateKey.buffer, duplicateKey.byteOffset, 32),
      seconds: idempotencySeconds,
      incident: { id: incident.id, text },
      delivery,
      entry: createdEntry(call, delivery, text),
    })
    return {
      $typeName: 'attestry.ledger.v1.DeliverIncidentResponse',
      replay,
      incidentId: incidentId ?? '',
      quota: quotaOf(quota),
    }
  }
}
