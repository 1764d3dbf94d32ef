import {
  type DeliveredIncident,
  type DeliverIncidentRequest,
  type IncidentSource,
  type Severity,
  SeveritySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { as } from '../../kernel/identity/caller.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { detectionOf } from '../domain/webhook/detection.ts'
import { duplicateKey } from '../domain/webhook/duplicate-key.ts'
import type { Delivery, Format } from '../domain/webhook/map-delivery.ts'
import type { KnownEndpoint } from '../store/webhook/directory.ts'
import type { WebhookContext } from './context.ts'
import { type Reception, requireQuota } from './reception.ts'

/**
 * Hands the incident of a delivery to the ledger, which draws on the endpoint's limit and decides whether the event is
 * known, in the statement that writes.
 *
 * @returns whether it was a replay
 * @throws Rejection beyond the endpoint's limit: then nothing was written
 */
export async function deliver(
  ctx: Pick<WebhookContext, 'incidents'>,
  reception: Reception,
  deliverable: Deliverable,
): Promise<boolean> {
  const { request, receivedAt, caller } = reception
  const { endpoint, format, product, t } = deliverable
  const { title, description, severity, affectedSystems, sourceSystem, externalId } = deliverable.incident
  const { occurredAt, detectedAt, notes } = detectionOf(deliverable.incident, receivedAt)
  const source: IncidentSource = {
    $typeName: 'attestry.ledger.v1.IncidentSource',
    kind: '',
    id: '',
    format,
    sourceSystem: sourceSystem ?? undefined,
    externalId: externalId ?? undefined,
    occurredAt: occurredAt === null ? undefined : timestamp(occurredAt),
    receivedAt: timestamp(receivedAt),
    product: product ?? undefined,
    mappingVersion: format === 'generic_json' ? endpoint.mappingVersion : undefined,
    notes,
  }
  const incident: DeliveredIncident = {
    $typeName: 'attestry.ledger.v1.DeliveredIncident',
    title,
    description,
    severity: SEVERITIES.value(severity),
    affectedSystems,
    detectedAt: timestamp(detectedAt),
    source,
  }
  const message: DeliverIncidentRequest = {
    $typeName: 'attestry.ledger.v1.DeliverIncidentRequest',
    incident,
    duplicateKey: duplicateKey(externalId, t, request.body),
    idempotencySeconds: endpoint.idempotencyHours * 3600,
    body: request.body,
    rateLimit: endpoint.rateLimit,
  }
  const { replay, quota } = await ctx.incidents.deliverIncident(message, as(caller))
  requireQuota(reception, quota!, 'endpoint_limit')
  return replay
}

const SEVERITIES = enumText<Severity>(SeveritySchema)

/** What the delivery means, at which endpoint; `t`: the signature's time, Unix seconds. */
type Deliverable = Extract<Delivery, { kind: 'incident' }> & {
  format: Format
  endpoint: KnownEndpoint
  t: number
}
