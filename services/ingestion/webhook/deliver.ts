import {
  type DeliveredAlert,
  type DeliveredIncident,
  type DeliverIncidentRequest,
  type DeliverIncidentResponse,
  type IncidentSource,
  type Severity,
  SeveritySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { as } from '../../kernel/identity/caller.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { detectionOf } from '../domain/webhook/detection.ts'
import { closureKey, duplicateKey } from '../domain/webhook/duplicate-key.ts'
import type { Format, MappedAlert } from '../domain/webhook/formats/map-delivery.ts'
import type { KnownEndpoint } from '../store/webhook/directory.ts'
import type { WebhookContext } from './context.ts'
import { type Reception, requireInTime, requireQuota } from './reception.ts'

/**
 * Sends the alerts of a delivery to the ledger, which draws on the endpoint's limit, decides which of them are known and commits
 * the results, all or nothing.
 *
 * @returns undefined if the endpoint has changed since it was read or cached: then nothing was drawn or written
 * @throws Rejection beyond the endpoint's limit, DomainError if the call has taken too long: then nothing was written
 */
export async function deliver(
  ctx: Pick<WebhookContext, 'incidents' | 'endpointCache' | 'clock'>,
  reception: Reception,
  mapped: MappedDelivery,
): Promise<DeliverIncidentResponse | undefined> {
  const { request, caller } = reception
  const { endpoint, alerts, t } = mapped
  const [alert] = alerts
  const plain = isPlain(alerts)
  requireInTime(reception, ctx.clock.now())
  const message: DeliverIncidentRequest = {
    $typeName: 'attestry.ledger.v1.DeliverIncidentRequest',
    incident: plain ? incidentOf(reception, mapped, alert!) : undefined,
    duplicateKey: plain ? duplicateKey(alert!.incident.externalId, t, request.body) : NO_KEY,
    idempotencySeconds: endpoint.idempotencyHours * 3600,
    body: request.body,
    rateLimit: endpoint.rateLimit,
    endpointVersion: endpoint.version,
    alerts: plain ? [] : alerts.map((one, place) => deliveredAlert(reception, mapped, one, place)),
  }
  const response = await ctx.incidents.deliverIncident(message, as(caller))
  if (response.stale) {
    ctx.endpointCache.delete(request.token)
    return undefined
  }
  // A ledger of an earlier version does not compare the endpoint's version: then the endpoint is not cached.
  if (response.compared) ctx.endpointCache.set(request.token, endpoint)
  else ctx.endpointCache.delete(request.token)
  requireQuota(reception, response.quota!, 'endpoint_limit')
  return response
}

/** Whether a delivery has one open alert without a status and a closure key, as most have. */
export function isPlain(alerts: MappedAlert[]): boolean {
  const [alert] = alerts
  return alerts.length === 1 && alert!.state === 'open' && alert!.status === null && alert!.closes === null
}

function deliveredAlert(
  reception: Reception,
  mapped: MappedDelivery,
  alert: MappedAlert,
  place: number,
): DeliveredAlert {
  const { state, status, closes, incident } = alert
  return {
    $typeName: 'attestry.ledger.v1.DeliveredAlert',
    incident: incidentOf(reception, mapped, alert),
    duplicateKey: duplicateKey(incident.externalId, mapped.t, reception.request.body, place),
    state,
    status: status ?? undefined,
    closureKey: closes === null ? NO_KEY : closureKey(closes),
  }
}

function incidentOf(
  { receivedAt }: Reception,
  mapped: MappedDelivery,
  alert: MappedAlert,
): DeliveredIncident {
  const { endpoint, format } = mapped
  const { title, description, severity, affectedSystems, sourceSystem, externalId } = alert.incident
  const { occurredAt, detectedAt, notes } = detectionOf(alert.incident, receivedAt)
  const source: IncidentSource = {
    $typeName: 'attestry.ledger.v1.IncidentSource',
    kind: '',
    id: '',
    format,
    sourceSystem: sourceSystem ?? undefined,
    externalId: externalId ?? undefined,
    occurredAt: occurredAt === null ? undefined : timestamp(occurredAt),
    receivedAt: timestamp(receivedAt),
    product: alert.product ?? undefined,
    mappingVersion: format === 'generic_json' ? endpoint.mappingVersion : undefined,
    notes,
  }
  return {
    $typeName: 'attestry.ledger.v1.DeliveredIncident',
    title,
    description,
    severity: SEVERITIES.value(severity),
    affectedSystems,
    detectedAt: timestamp(detectedAt),
    source,
  }
}

const SEVERITIES = enumText<Severity>(SeveritySchema)
const NO_KEY = new Uint8Array()

/** The mapped delivery and its endpoint; `t`: the time of the first signature, Unix seconds. */
type MappedDelivery = { alerts: MappedAlert[]; format: Format; endpoint: KnownEndpoint; t: number }
